-- Which transactions have committed, for workers whose connection broke while theirs did. PostgreSQL's own numbers of
-- transactions cannot tell, nor can sequences: what a crash has lost of them is given out again.

create table commits (
  -- of the worker's making
  id uuid primary key,
  at timestamptz not null default now()
);
