-- Reads queues for several polls. If a queue has no events, parks its poll or adds a heartbeat.
-- Reading and parking a queue is one step, so that no event can be missed in between.
--
-- KEYS[1] the shard
-- ARGV[1] the calling worker
-- ARGV[2] max ms that a poll stays parked
-- ARGV[3] seconds that a payload outlives the lifespan of its queues
-- ARGV[4] text of a heartbeat
-- ARGV[5] '1' if an event may be kept in the state of its queue, else '0'
-- ARGV[6] a record for each poll; numbers are doubles, texts end with a zero byte:
--   queue id, text
--   the requesting user, as owner_number
--   last event id that the client has received; events up to it are deleted
--   token to park with, text: number of the poll, a point, number of the parking
--   '', or a text of two words:
--     event id after which events are wanted; not below the id above, its default
--     action if there are none: 'answer'; 'park', the default; 'park-again' for a poll that may already be
--       parked or that leaves another parked poll in place; 'heartbeat'; or 'acknowledge' to read nothing
--
-- Returns, for each poll that it did not park, the number of its record and 'gone', 'incomplete'
-- (the queue was dropped), 'foreign', or { id, overlay, payload, id, ... }; payload '' means that
-- the overlay is the whole event. If a heartbeat was added, 0 and the worker's count of writes with its
-- time follow.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/time.lua
-- include: parts/writes.lua

local max_event_id = 2 ^ 46
local worker, max_wait_ms, payload_margin, heartbeat = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local may_be_inline = ARGV[5] == '1'
local nothing = {}
local has_appended = false

-- The events after an id; nil if a text is lost. Extends the expiry of the texts to that of the
-- queue, however often it is read without being acknowledged.
local function read(queue_id, state, after)
  if state[COUNT] == 0 or after >= state[NEXT] - 1 then return nothing end
  local references = references_after(queue_id, state, after)
  if #references == 0 then return nothing end
  local events = {}
  for i = 1, #references do
    local event_id, payload_id, overlay = string.match(references[i], '^(%d+) (%S+) %d+ (.*)$')
    local text = ''
    if payload_id ~= '-' then
      text = redis.call('HGET', payload_key .. payload_id, 'text')
      if not text then return nil end
      redis.call('EXPIRE', payload_key .. payload_id, state[LIFESPAN] / 1000 + payload_margin, 'GT')
    end
    events[#events + 1] = event_id
    events[#events + 1] = overlay
    events[#events + 1] = text
  end
  return events
end

local function append_heartbeat(queue_id, state)
  local event_id = state[NEXT] .. ''
  has_appended = true
  append(queue_id, state, '- ' .. #heartbeat .. ' ' .. heartbeat, #heartbeat, may_be_inline)
  return { event_id, heartbeat, '' }
end

-- Reads and changes one queue; the caller writes its state, together with the others.
local function poll(queue_id, state, acknowledged, token, after, when_empty)
  -- An id that was never assigned: the client is mistaken, or Redis has lost its latest writes.
  -- Later ids must be above the client's cursor, or the client would ignore the events.
  if after >= state[NEXT] and after < max_event_id then
    move_to_set(queue_id, state)
    state[NEXT] = after + 1
  end
  acknowledge(queue_id, state, acknowledged)
  local is_waiting = state[WORKER] ~= no_worker
  if when_empty == 'acknowledge' then
    prolong(queue_id, state, is_waiting and max_wait_ms or 0)
    return nothing
  end

  -- The newest poll wins; a poll that asks again is not the newest if another one has parked since, or the same one
  -- under a later token, which a wake-up must name.
  local was_parked = is_waiting and is_parked(state, worker, token)
  local is_overtaken = is_waiting and when_empty ~= 'park' and when_empty ~= 'answer'
    and (not was_parked or is_late(state, token))
  if was_parked and not is_overtaken then
    unpark(state)
  elseif is_waiting and not is_overtaken then
    end_poll(state, 'superseded')
  end

  local reply = read(queue_id, state, after)
  if not reply then
    drop_queue(queue_id, state, 'gone')
    return 'incomplete'
  end
  if reply ~= nothing then
    state[HANDED] = state[NEXT] - 1
  elseif not is_overtaken then
    if when_empty == 'park' or when_empty == 'park-again' then
      state[WORKER], state[TOKEN] = worker, token
      reply = 'parked'
    elseif when_empty == 'heartbeat' and was_parked then
      reply = append_heartbeat(queue_id, state)
      state[HANDED] = state[NEXT] - 1
    end
  end
  -- A queue outlives its parked poll, even if its lifespan is shorter.
  prolong(queue_id, state, state[WORKER] ~= no_worker and max_wait_ms or 0)
  return reply
end

local queue_ids, owners, cursors, tokens, wishes = {}, {}, {}, {}, {}
local count, position = 0, 1
while position <= #ARGV[6] do
  count = count + 1
  queue_ids[count], owners[count], cursors[count], tokens[count], wishes[count], position =
    struct.unpack('<sddss', ARGV[6], position)
end
local states = read_states(queue_ids)

local replies = {}
for i = 1, count do
  local queue_id = queue_ids[i]
  local state = states[queue_id]
  local reply
  if not state then
    reply = 'gone'
  elseif owner_number(state) ~= owners[i] then
    -- Answer "unknown queue" for another realm's queue, so that its existence is not revealed.
    reply = state[REALM] == realm_of(owners[i]) and 'foreign' or 'gone'
  else
    local after, when_empty = cursors[i], 'park'
    if wishes[i] ~= '' then
      after, when_empty = string.match(wishes[i], '(%S+) (%S+)')
      after = tonumber(after)
    end
    reply = poll(queue_id, state, cursors[i], tokens[i], after, when_empty)
    if reply == 'incomplete' then states[queue_id] = nil end
  end
  if reply ~= 'parked' then
    replies[#replies + 1] = i
    replies[#replies + 1] = reply
  end
end
write_states(queue_ids, states)
forget_released()
send_wake_ups()
if has_appended then
  replies[#replies + 1] = 0
  replies[#replies + 1] = count_write(worker)
end
return replies
