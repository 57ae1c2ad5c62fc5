-- Totals of a run are counted by groups of these values. Without it, the planner multiplies how many of each there are, and
-- sorts all lines on disk instead of counting a few groups in memory.
CREATE STATISTICS payment_lines_groups (ndistinct)
  ON gate, gate_reason, debtor_iban, debtor_name, debtor_bic, due_on FROM payment_lines;
ANALYZE payment_lines;
