-- Appends events to queues, assigns their ids, and wakes the polls parked at these queues.
--
-- KEYS[1] the shard
-- ARGV[1] plan, JSON:
--   versions  directory version by realm that the plan is based on; absent = do not check
--   lifetimes seconds until each payload expires
--   events    list of [event, merge key or '', list of [payload number, overlay, queue ids]];
--             event is an outbox id or, as text, a unique id of an event that bypasses the outbox
-- ARGV[2] max events of a queue
-- ARGV[3] max bytes of a queue
-- ARGV[4] '1' if an event may be kept in the state of its queue, else '0'
-- ARGV[5] the calling worker
-- ARGV[6...] payloads
--
-- Returns { 'stale' } and changes nothing if a directory has gained queues meanwhile; otherwise {
-- 'done', ids of queues that no longer exist, ids of queues dropped as overfull, and, if a queue got
-- an event, the worker's count of writes with its time }.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua
-- include: parts/dispatched.lua
-- include: parts/time.lua
-- include: parts/writes.lua

local plan = cjson.decode(ARGV[1])
local max_events, max_bytes = tonumber(ARGV[2]), tonumber(ARGV[3])
local may_be_inline = ARGV[4] == '1'
local worker_of_call = ARGV[5]
local first_payload = 6

for realm, version in pairs(plan.versions or {}) do
  if (redis.call('HGET', versions_key, realm) or '0') ~= version then return { 'stale' } end
end

-- Rows not dispatched before, and events that bypass the outbox.
local new_events = {}
local queue_ids, is_named = {}, {}
for _, event in ipairs(plan.events) do
  local event_name, merge_key, deliveries = unpack(event)
  if type(event_name) == 'string' or mark(event_name) then
    new_events[#new_events + 1] = event
    for _, delivery in ipairs(deliveries) do
      for _, queue_id in ipairs(delivery[3]) do
        if not is_named[queue_id] then
          is_named[queue_id] = true
          queue_ids[#queue_ids + 1] = queue_id
        end
      end
    end
  end
end

-- The queues of the plan, read once each and written at the end.
local states = read_states(queue_ids)
local gone = {}
for _, queue_id in ipairs(queue_ids) do
  if not states[queue_id] then gone[#gone + 1] = queue_id end
end

-- Deletes the event that the next one replaces from a queue, unless it was sent to the client.
-- Replaceable events are always in the set.
local function replace_unread(queue_id, state, merge_key)
  local previous = tonumber(redis.call('HGET', replaceable_key .. queue_id, merge_key) or '-1')
  if previous > state[HANDED] then
    local events = events_key .. queue_id
    for _, reference in ipairs(redis.call('ZRANGEBYSCORE', events, previous, previous)) do
      local rest_of_reference, bytes = string.match(reference, '^%d+ (%S+ (%d+).*)$')
      state[COUNT] = state[COUNT] - 1
      state[BYTES] = state[BYTES] - bytes
      redis.call('ZREM', events, reference)
      release(rest_of_reference)
    end
  end
  redis.call('HSET', replaceable_key .. queue_id, merge_key, state[NEXT])
end

-- Number of new references, and number of the payload, by payload id.
local references, payload_numbers = {}, {}
-- Cache of numbers as text: many queues assign the same id.
local texts = setmetatable({}, {
  __index = function(known, number)
    known[number] = number .. ''
    return known[number]
  end,
})

local function deliver(event_name, merge_key, payload_number, overlay, queue_ids)
  local payload = ARGV[first_payload + payload_number]
  local name = type(event_name) == 'string' and event_name or string.format('%d', event_name)
  local payload_id = name .. '.' .. payload_number
  local bytes = #payload + #overlay
  local rest_of_reference = payload_id .. ' ' .. bytes .. ' ' .. overlay
  local polls_by_worker = {}
  local delivered = 0

  for i = 1, #queue_ids do
    local queue_id = queue_ids[i]
    local state = states[queue_id]
    if state then
      delivered = delivered + 1
      local worker = state[WORKER]
      if worker ~= no_worker then
        local polls = polls_by_worker[worker]
        if not polls then
          polls = {}
          polls_by_worker[worker] = polls
        end
        local size = #polls
        polls[size + 1], polls[size + 2] = size > 0 and ' ' or '', state[TOKEN]
        polls[size + 3], polls[size + 4] = ':', texts[state[NEXT]]
        state[HANDED] = state[NEXT]
      elseif merge_key ~= '' then
        -- A queue with a parked poll has no unread events, and the poll gets this one.
        replace_unread(queue_id, state, merge_key)
      end
      append(queue_id, state, rest_of_reference, bytes,
        may_be_inline and (merge_key == '' or worker ~= no_worker))
    end
  end
  references[payload_id] = (references[payload_id] or 0) + delivered
  payload_numbers[payload_id] = payload_number

  for worker, polls in pairs(polls_by_worker) do hand_over(worker, payload, overlay, polls) end
end

for _, event in ipairs(new_events) do
  local event_name, merge_key, deliveries = unpack(event)
  for _, delivery in ipairs(deliveries) do deliver(event_name, merge_key, unpack(delivery)) end
end

local overfull = {}
for i = 1, #queue_ids do
  local queue_id = queue_ids[i]
  local state = states[queue_id]
  if state then
    -- A parked poll has been sent the events.
    unpark(state)
    if state[COUNT] > max_events or state[BYTES] > max_bytes then
      overfull[#overfull + 1] = queue_id
      drop_queue(queue_id, state, 'gone')
      states[queue_id] = nil
    end
  end
end
write_states(queue_ids, states)

for payload_id, count in pairs(references) do
  if count > 0 then
    local number = payload_numbers[payload_id]
    redis.call('HSET', payload_key .. payload_id,
      'text', ARGV[first_payload + number], 'references', count)
    redis.call('EXPIRE', payload_key .. payload_id, plan.lifetimes[number + 1])
  end
end

forget_released()
send_wake_ups()
return { 'done', gone, overfull, #queue_ids > 0 and count_write(worker_of_call) or nil }
