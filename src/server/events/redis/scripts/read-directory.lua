-- Reads the queues that a realm has gained since a version of its directory. Removed queues are not
-- reported; the next publication to them finds out.
--
-- KEYS[1] the shard
-- ARGV[1] realm id
-- ARGV[2] version that the caller has
-- ARGV[3] max queues to return
--
-- Returns { version of the directory, number of its queues, { id, version, registration, ... } };
-- an empty directory has version '0'.

local realm, since, limit = ARGV[1], ARGV[2], ARGV[3]
local gained = redis.call('ZRANGEBYSCORE', directory_key .. realm, '(' .. since, '+inf',
  'WITHSCORES', 'LIMIT', 0, limit)
local queues = {}
for i = 1, #gained, 2 do
  queues[#queues + 1] = gained[i]
  queues[#queues + 1] = gained[i + 1]
  queues[#queues + 1] = redis.call('HGET', registrations_key, gained[i])
end
return {
  redis.call('HGET', versions_key, realm) or '0',
  redis.call('ZCARD', directory_key .. realm),
  queues,
}
