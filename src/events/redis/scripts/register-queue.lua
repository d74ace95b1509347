-- Makes an empty queue and adds it to the directory of its realm. Where its owner has as many as they
-- may, those go that were polled longest ago; where a poll waits, only when one waits at each.
--
-- KEYS[1] the shard
-- ARGV[1] queue id
-- ARGV[2] realm id
-- ARGV[3] user id
-- ARGV[4] registration, JSON
-- ARGV[5] lifespan in seconds
-- ARGV[6] most queues of the user
--
-- Returns the ids of the queues that went, or nil when the id is taken.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/time.lua

local queue_id, realm, user, registration, lifespan, most = unpack(ARGV)
if redis.call('HSETNX', registrations_key, queue_id, registration) == 0 then return false end

-- Queues of the owner, those first that are missed least.
local function dispensable_queues(owner)
  local queues = {}
  for id, state in pairs(read_states(redis.call('SMEMBERS', user_key .. owner))) do
    queues[#queues + 1] = {
      id = id,
      state = state,
      parked = state.worker ~= no_worker,
      seen = state.expiry - state.lifespan,
      -- Of two that were made in the same millisecond the older one.
      version = tonumber(redis.call('ZSCORE', directory_key .. realm, id) or '0'),
    }
  end
  table.sort(queues, function(a, b)
    if a.parked ~= b.parked then return b.parked end
    if a.seen ~= b.seen then return a.seen < b.seen end
    return a.version < b.version
  end)
  return queues
end

local owner = realm .. '/' .. user
local crowded_out = {}
local excess = redis.call('SCARD', user_key .. owner) + 1 - tonumber(most)
if excess > 0 then
  local queues = dispensable_queues(owner)
  for i = 1, math.min(excess, #queues) do
    drop_queue(queues[i].id, queues[i].state, 'gone')
    crowded_out[i] = queues[i].id
  end
  forget_released()
  send_wake_ups()
end

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
redis.call('SADD', user_key .. owner, queue_id)
return crowded_out
