-- Makes an empty queue and adds it to the directory of its realm.
--
-- KEYS[1] the shard
-- ARGV[1] queue id
-- ARGV[2] realm id
-- ARGV[3] user id
-- ARGV[4] registration, JSON
-- ARGV[5] lifespan in seconds
--
-- Returns 1, or 0 when the id is taken.

-- include: parts/state.lua
-- include: parts/time.lua

local queue_id, realm, user, registration, lifespan = unpack(ARGV)
if redis.call('HSETNX', registrations_key, queue_id, registration) == 0 then return 0 end

-- Taken from the clock, so that a Redis that lost its latest writes never gives a version twice.
local version = now_us()
local latest = tonumber(redis.call('HGET', versions_key, realm) or '0')
if version <= latest then version = latest + 1 end
version = string.format('%d', version)

local state = {
  next = 0,
  count = 0,
  bytes = 0,
  handed = -1,
  expiry = 0,
  lifespan = lifespan * 1000,
  realm = tonumber(realm),
  user = tonumber(user),
  worker = no_worker,
  token = '',
}
prolong(queue_id, state, 0)
write_state(queue_id, state)
redis.call('HSET', versions_key, realm, version)
redis.call('ZADD', directory_key .. realm, version, queue_id)
redis.call('SADD', user_key .. owner_of(state), queue_id)
return 1
