-- Reads queues for several polls and, where there is nothing, parks the poll or adds a heartbeat.
-- For each queue that is one step, so that no event can fall between the reading and the parking.
--
-- KEYS[1] the shard
-- ARGV[1] worker that asks
-- ARGV[2] ms that a parked poll waits at most
-- ARGV[3] seconds that a payload outlives the lifespan of its queues
-- ARGV[4] text of a heartbeat
-- ARGV[5] a line for each poll, of seven words:
--   queue id
--   realm and user who ask
--   event id up to which the client has received everything; those events are forgotten
--   event id after which events are wanted; not before the one above
--   what to do when there are none: 'answer'; 'park', or 'park-again' when this poll may be
--     parked already or gives way to another; 'heartbeat'; or 'acknowledge' to read nothing at all
--   token to park with: number of the poll, a point, number of the parking
--
-- Returns for each poll that it did not park the number of its line and 'gone', 'incomplete' (now
-- gone as well), 'foreign', or { id, overlay, payload, id, ... }, where payload '' means that
-- overlay is all.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/time.lua

local max_event_id = 2 ^ 46
local worker, max_wait_ms, payload_margin, heartbeat = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]

-- Forgets what the client has received.
local function acknowledge(queue_id, state, acknowledged)
  local events = events_key .. queue_id
  if acknowledged >= state.next - 1 then
    local popped = redis.call('ZPOPMIN', events, state.count)
    for i = 1, #popped, 2 do release(popped[i]) end
    redis.call('DEL', replaceable_key .. queue_id)
    state.count, state.bytes = 0, 0
    return
  end
  local references = redis.call('ZRANGEBYSCORE', events, '-inf', acknowledged)
  if #references == 0 then return end
  for i = 1, #references do
    release(references[i])
    state.bytes = state.bytes - string.match(references[i], '^%d+ %S+ (%d+)')
  end
  state.count = state.count - #references
  redis.call('ZREMRANGEBYSCORE', events, '-inf', acknowledged)
end

-- The events after an id, or nothing when a text is lost. The texts stay for as long as this
-- queue may live from now on, however often it is read without being acknowledged.
local function read(queue_id, state, after)
  if state.count == 0 or after >= state.next - 1 then return {} end
  local references = redis.call('ZRANGEBYSCORE', events_key .. queue_id, '(' .. after, '+inf')
  local events = {}
  for i = 1, #references do
    local event_id, payload_id, overlay = string.match(references[i], '^(%d+) (%S+) %d+ (.*)$')
    local text = ''
    if payload_id ~= '-' then
      text = redis.call('HGET', payload_key .. payload_id, 'text')
      if not text then return nil end
      redis.call('EXPIRE', payload_key .. payload_id, state.lifespan / 1000 + payload_margin, 'GT')
    end
    events[#events + 1] = event_id
    events[#events + 1] = overlay
    events[#events + 1] = text
  end
  return events
end

local function append_heartbeat(queue_id, state)
  local event_id = state.next .. ''
  local reference = event_id .. ' - ' .. #heartbeat .. ' ' .. heartbeat
  redis.call('ZADD', events_key .. queue_id, event_id, reference)
  state.next = state.next + 1
  state.count = state.count + 1
  state.bytes = state.bytes + #heartbeat
  return { event_id, heartbeat, '' }
end

-- Reads and changes one queue; its state is written later, together with the others.
local function poll(queue_id, state, acknowledged, after, when_empty, token)
  -- An id that was never given: the client is mistaken, or Redis has lost its latest writes. What
  -- follows must be newer than anything the client claims to hold, or it would be taken as known.
  if after >= state.next and after < max_event_id then state.next = after + 1 end
  if state.count > 0 then acknowledge(queue_id, state, acknowledged) end
  if when_empty == 'acknowledge' then
    prolong(queue_id, state, state.worker ~= no_worker and max_wait_ms or 0)
    return {}
  end

  -- The newest poll wins; one that merely asks again is not the newest if another has parked since.
  local is_new = when_empty == 'park' or when_empty == 'answer'
  local was_parked = is_parked(state, worker, token)
  local is_overtaken = not is_new and state.worker ~= no_worker and not was_parked
  if was_parked then
    unpark(state)
  elseif not is_overtaken then
    end_poll(state, 'superseded')
  end

  local events = read(queue_id, state, after)
  if not events then
    drop_queue(queue_id, state, 'gone')
    return 'incomplete'
  end
  local reply = events
  if #events == 0 and not is_overtaken then
    if when_empty == 'park' or when_empty == 'park-again' then
      state.worker, state.token = worker, token
      reply = 'parked'
    elseif when_empty == 'heartbeat' and was_parked then
      reply = append_heartbeat(queue_id, state)
    end
  end
  if type(reply) == 'table' and #reply > 0 then state.handed = state.next - 1 end
  -- A queue with a poll outlives it, however short its lifespan.
  prolong(queue_id, state, state.worker ~= no_worker and max_wait_ms or 0)
  return reply
end

local polls, queue_ids = {}, {}
local seven_words = '(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)'
for queue_id, realm, user, acknowledged, after, when_empty, token in
  string.gmatch(ARGV[5], seven_words)
do
  queue_ids[#queue_ids + 1] = queue_id
  polls[#polls + 1] =
    { tonumber(realm), tonumber(user), tonumber(acknowledged), tonumber(after), when_empty, token }
end
local states = read_states(queue_ids)

local replies = {}
for i = 1, #polls do
  local queue_id, state = queue_ids[i], states[queue_ids[i]]
  local realm, user, acknowledged, after, when_empty, token = unpack(polls[i])
  local reply
  -- Of what another organisation has, nobody learns that it is there.
  if not state or state.realm ~= realm then
    reply = 'gone'
  elseif state.user ~= user then
    reply = 'foreign'
  else
    reply = poll(queue_id, state, acknowledged, after, when_empty, token)
    if reply == 'incomplete' then states[queue_id] = nil end
  end
  if reply ~= 'parked' then
    replies[#replies + 1] = i
    replies[#replies + 1] = reply
  end
end
write_states(states)
forget_released()
send_wake_ups()
return replies
