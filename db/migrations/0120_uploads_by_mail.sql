-- Files of mails to streams belong to Email Gateway, which sends the messages. They take the space of the person who asked
-- for the address, as files of a bot take the space of its owner.
alter table uploads add column charged_to bigint;
alter table uploads add foreign key (realm_id, charged_to) references users (realm_id, id)
  on delete set null (charged_to);
-- Sums the space of a person.
create index uploads_charged_to on uploads (realm_id, charged_to) where charged_to is not null;
