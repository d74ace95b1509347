-- An export is an archive of Zulip, lines of JSON, or pages to read.
alter table realm_exports
  add column format text not null default 'zulip' check (format in ('zulip', 'jsonl', 'html'));
