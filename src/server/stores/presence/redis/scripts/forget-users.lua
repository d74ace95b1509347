-- Removes presences; an empty record stays, which tells all workers.
--
-- KEYS[1] records of the realm, KEYS[2] their order
-- ARGV user ids

-- include: parts/records.lua

for _, user in ipairs(ARGV) do
  if redis.call('HEXISTS', records, user) == 1 then write_record(user, '') end
end
