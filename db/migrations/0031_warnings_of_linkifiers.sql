-- Administrators are told once that the linkifiers of their realm are too slow, whichever workers notice: the
-- version of them that they were told of last.
alter table realms add column linkifiers_warned_version text;
