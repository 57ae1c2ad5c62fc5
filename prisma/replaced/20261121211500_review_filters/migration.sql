-- A rare kind of difference among 100,000 open items is found at once.
CREATE INDEX reviews_open_differences ON reviews USING gin (difference_types)
  WHERE state IN ('todo', 'second_approval', 'escalated');
