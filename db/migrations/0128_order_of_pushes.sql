-- Pushes are taken in this order: those of a message to thousands of people are all due at the same time.
create index push_jobs_in_order on push_jobs (due_at, realm_id, user_id) where due_at is not null;
drop index push_jobs_due;
