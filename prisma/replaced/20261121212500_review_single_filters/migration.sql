-- The two filters people use most, each in the order of the queue.
CREATE INDEX reviews_by_result ON reviews (environment, state, match_result, rank, created_at, id);
CREATE INDEX reviews_by_source ON reviews (environment, state, source, rank, created_at, id);
