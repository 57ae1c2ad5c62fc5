-- What the payer's bank said in a report is stored as a verification of its own source.
ALTER TYPE verification_source ADD VALUE 'bank_report';
