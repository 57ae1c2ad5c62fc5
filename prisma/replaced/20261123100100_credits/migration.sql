-- Old lines of the books become one sum per kind and month: 22 of the largest top-ups in a month are more than 32 bits hold.
ALTER TABLE "credit_entries" ALTER COLUMN "amount" TYPE BIGINT;
