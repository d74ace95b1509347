-- Makes an empty queue and adds it to the directory of its realm.
--
-- KEYS[1] the shard
-- ARGV[1] queue id
-- ARGV[2] realm id
-- ARGV[3] owner, as "realm/user"
-- ARGV[4] registration, JSON
-- ARGV[5] lifespan in seconds
--
-- Returns 1, or 0 when the id is taken.

-- include: parts/time.lua

local queue_id, realm, owner, registration, lifespan = unpack(ARGV)
if redis.call('EXISTS', queue_key .. queue_id) == 1 then return 0 end

-- Taken from the clock, so that a Redis that lost its latest writes never gives a version twice.
local time = redis.call('TIME')
local version = time[1] * 1000000 + time[2]
local latest = tonumber(redis.call('HGET', versions_key, realm) or '0')
if version <= latest then version = latest + 1 end
version = string.format('%d', version)

redis.call('HSET', queue_key .. queue_id, 'owner', owner, 'registration', registration,
  'lifespan', lifespan, 'state', '0 0 0 -1 - -')
redis.call('HSET', versions_key, realm, version)
redis.call('ZADD', directory_key .. realm, version, queue_id)
redis.call('SADD', user_key .. owner, queue_id)
set_expiry(queue_id, lifespan * 1000)
return 1
