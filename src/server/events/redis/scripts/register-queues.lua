-- Makes empty queues and adds them to the directories of their realms. If an owner has the max
-- number, drops the queues polled longest ago; queues with a parked poll only if all have one.
--
-- KEYS[1] the shard
-- ARGV[1] max queues of a user
-- ARGV[2...] for each queue
--   its id
--   realm id
--   user id
--   lifespan in seconds
--   registration, JSON
--
-- Returns for each queue the ids of the queues dropped for it, or nil if its id is taken.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/time.lua

local most_queues = tonumber(ARGV[1])
local first_queue, words_per_queue = 2, 5

-- Queues of an owner, in the order in which they are dropped.
local function dispensable_queues(realm, owner)
  local queues = {}
  for id, state in pairs(read_states(redis.call('SMEMBERS', user_key .. owner))) do
    queues[#queues + 1] = {
      id = id,
      state = state,
      parked = state[WORKER] ~= no_worker,
      seen = state[EXPIRY] - state[LIFESPAN],
      -- Tie-breaker for queues of the same millisecond: the older one.
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

local function make_room(realm, owner)
  local crowded_out = {}
  local excess = redis.call('SCARD', user_key .. owner) + 1 - most_queues
  if excess > 0 then
    local queues = dispensable_queues(realm, owner)
    for i = 1, math.min(excess, #queues) do
      drop_queue(queues[i].id, queues[i].state, 'gone')
      crowded_out[i] = queues[i].id
    end
  end
  return crowded_out
end

-- Based on the clock, so that a Redis that lost its latest writes never assigns a version twice.
local function next_version(realm)
  local latest = tonumber(redis.call('HGET', versions_key, realm) or '0')
  return string.format('%d', math.max(now_us(), latest + 1))
end

local function register(queue_id, realm, user, lifespan, registration)
  if redis.call('HSETNX', registrations_key, queue_id, registration) == 0 then return false end

  local owner = realm .. '/' .. user
  local crowded_out = make_room(realm, owner)
  local state = new_state(tonumber(realm), tonumber(user), lifespan * 1000)
  prolong(queue_id, state, 0)
  write_state(queue_id, state)
  local version = next_version(realm)
  redis.call('HSET', versions_key, realm, version)
  redis.call('ZADD', directory_key .. realm, version, queue_id)
  redis.call('SADD', user_key .. owner, queue_id)
  return crowded_out
end

local replies = {}
for i = first_queue, #ARGV, words_per_queue do
  replies[#replies + 1] = register(unpack(ARGV, i, i + words_per_queue - 1))
end
forget_released()
send_wake_ups()
return replies
