-- Mobile devices with encrypted pushes, and devices that a bouncer is told of once.

-- The device under whose key pushes to this token are encrypted; null: they are plain.
alter table mobile_devices add column client_device_id bigint;
alter table mobile_devices add foreign key (realm_id, client_device_id)
  references client_devices (realm_id, id) on delete cascade;
create index mobile_devices_of_client_device on mobile_devices (realm_id, client_device_id)
  where client_device_id is not null;

-- Until when a worker tells the bouncer of the device; others wait, so that it is told once.
alter table mobile_devices add column telling_until timestamptz not null default '-infinity';
