-- Reads a queue and, when there is nothing, parks the poll or adds a heartbeat. One step, so
-- that no event can fall between the reading and the parking.
--
-- KEYS[1] the shard
-- ARGV[1] queue id
-- ARGV[2] who asks, as "realm/user"
-- ARGV[3] last event id that the client holds; events up to it are forgotten
-- ARGV[4] what to do when nothing is newer: 'answer', 'park' or 'heartbeat'
-- ARGV[5] worker that asks
-- ARGV[6] token to park with: number of the poll, a point, number of the parking
-- ARGV[7] 'new', or 'again' when this poll may be parked already
-- ARGV[8] ms that a parked poll waits at most
-- ARGV[9] seconds that a payload outlives the lifespan of its queues
-- ARGV[10] text of a heartbeat
--
-- Returns { 'gone' }, { 'incomplete' } (now gone as well), { 'foreign' }, { 'parked' }, or
-- { 'events', id, overlay, payload, id, ... }, where payload '' means that overlay is all.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/time.lua

local max_event_id = 2 ^ 46
local queue_id, owner, acknowledged, when_empty = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local worker, token, is_new = ARGV[5], ARGV[6], ARGV[7] == 'new'
local max_wait_ms, payload_margin, heartbeat = tonumber(ARGV[8]), tonumber(ARGV[9]), ARGV[10]

local fields = redis.call('HMGET', queue_key .. queue_id, 'owner', 'state', 'lifespan')
if not fields[1] then return { 'gone' } end
if fields[1] ~= owner then return { 'foreign' } end
local state = parse_state(fields[2])
local lifespan = tonumber(fields[3])

-- Forgets what the client holds; returns the references that stay.
local function acknowledge()
  local references = redis.call('ZRANGE', events_key .. queue_id, 0, -1)
  local kept = {}
  local kept_bytes = 0
  for i = 1, #references do
    local event_id, bytes = string.match(references[i], '^(%d+) %S+ (%d+)')
    if tonumber(event_id) <= acknowledged then
      release(references[i])
    else
      kept[#kept + 1] = references[i]
      kept_bytes = kept_bytes + bytes
    end
  end
  if #kept == 0 then
    redis.call('DEL', events_key .. queue_id)
  elseif #kept < #references then
    redis.call('ZREMRANGEBYSCORE', events_key .. queue_id, '-inf', acknowledged)
  end
  state.count, state.bytes = #kept, kept_bytes
  return kept
end

-- The texts behind references, or nothing when one is lost. They stay for as long as this
-- queue may live from now on, however often it is read without being acknowledged.
local function read(references)
  local reply = { 'events' }
  for i = 1, #references do
    local event_id, payload_id, overlay = string.match(references[i], '^(%d+) (%S+) %d+ (.*)$')
    local text = ''
    if payload_id ~= '-' then
      text = redis.call('HGET', payload_key .. payload_id, 'text')
      if not text then return nil end
      redis.call('EXPIRE', payload_key .. payload_id, lifespan + payload_margin, 'GT')
    end
    reply[#reply + 1] = event_id
    reply[#reply + 1] = overlay
    reply[#reply + 1] = text
  end
  return reply
end

local function append_heartbeat()
  local reference = state.next .. ' - ' .. #heartbeat .. ' ' .. heartbeat
  redis.call('ZADD', events_key .. queue_id, state.next, reference)
  state.next = state.next + 1
  state.count = state.count + 1
  state.bytes = state.bytes + #heartbeat
  return reference
end

-- An id that was never given: the client is mistaken, or Redis has lost its latest writes. What
-- follows must be newer than anything the client claims to hold, or it would be taken as known.
if acknowledged >= state.next and acknowledged < max_event_id then
  state.next = acknowledged + 1
end

local pending = state.count > 0 and acknowledge() or {}

-- The newest poll wins; one that merely asks again is not the newest if another has parked since.
local was_parked = is_parked(state, worker, token)
local is_overtaken = not is_new and state.worker ~= '-' and not was_parked
if was_parked then
  state.worker, state.token = '-', '-'
elseif not is_overtaken then
  end_poll(state, 'superseded')
end

local reply
if #pending == 0 and not is_overtaken then
  if when_empty == 'park' then
    state.worker, state.token = worker, token
    reply = { 'parked' }
  elseif when_empty == 'heartbeat' and was_parked then
    pending[1] = append_heartbeat()
  end
end

reply = reply or read(pending)
if not reply then
  drop_queue(queue_id, 'gone')
  send_wake_ups()
  return { 'incomplete' }
end
if #pending > 0 then state.handed = state.next - 1 end
write_state(queue_id, state)
-- A queue with a poll outlives it, however short its lifespan.
set_expiry(queue_id, lifespan * 1000 + (state.worker ~= '-' and max_wait_ms or 0))
send_wake_ups()
return reply
