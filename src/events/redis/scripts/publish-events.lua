-- Appends events to queues, gives their ids, and wakes the polls parked at these queues.
--
-- KEYS[1] the shard
-- ARGV[1] plan, JSON:
--   versions  version of the directory by realm that the plan is made of; absent = do not check
--   lifetimes seconds that each payload may live
--   events    list of [outbox id, merge key or '', list of [payload number, overlay, queue ids]]
-- ARGV[2] most events of a queue
-- ARGV[3] most bytes of a queue
-- ARGV[4...] payloads
--
-- Returns { 'stale' } and has done nothing when a directory has gained queues meanwhile;
-- otherwise { 'done', ids of queues that no longer exist, ids of queues dropped as overfull }.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/wake-ups.lua
-- include: parts/drop-queue.lua

local ids_per_page = 65536
-- A day more than the longest lifespan of a queue, so that no queue can see a row twice.
local marker_seconds = 8 * 86400

local plan = cjson.decode(ARGV[1])
local max_events, max_bytes = tonumber(ARGV[2]), tonumber(ARGV[3])
local first_payload = 4

for realm, version in pairs(plan.versions or {}) do
  if (redis.call('HGET', versions_key, realm) or '0') ~= version then return { 'stale' } end
end

-- Marks an outbox row as dispatched; false when it was.
local function mark(outbox_id)
  local page = dispatched_key .. math.floor(outbox_id / ids_per_page)
  local was_marked = redis.call('SETBIT', page, outbox_id % ids_per_page, 1)
  redis.call('EXPIRE', page, marker_seconds)
  return was_marked == 0
end

-- Queues that the plan names, read once each and written at the end; false = does not exist.
local queues = {}
local gone = {}

local function open_queue(queue_id)
  local queue = queues[queue_id]
  if queue == nil then
    local state = redis.call('HGET', queue_key .. queue_id, 'state')
    if state then
      queue = parse_state(state)
      queue.id = queue_id
      queue.appended = {}
    else
      queue = false
      gone[#gone + 1] = queue_id
    end
    queues[queue_id] = queue
  end
  return queue
end

local function write_events(queue)
  local appended = queue.appended
  -- Lua passes at most some 8,000 arguments.
  for first = 1, #appended, 4000 do
    redis.call('ZADD', events_key .. queue.id,
      unpack(appended, first, math.min(first + 3999, #appended)))
  end
  queue.appended = {}
end

-- Takes the event that the next one replaces out of a queue, unless it was handed out.
local function replace_unread(queue, merge_key)
  write_events(queue)
  local field = 'merge:' .. merge_key
  local previous = tonumber(redis.call('HGET', queue_key .. queue.id, field) or '-1')
  if previous > queue.handed then
    local events = events_key .. queue.id
    for _, reference in ipairs(redis.call('ZRANGEBYSCORE', events, previous, previous)) do
      queue.count = queue.count - 1
      queue.bytes = queue.bytes - string.match(reference, '^%d+ %S+ (%d+)')
      redis.call('ZREM', events, reference)
      release(reference)
    end
  end
  redis.call('HSET', queue_key .. queue.id, field, queue.next)
end

local payload_numbers = {}

local function deliver(outbox_id, merge_key, payload_number, overlay, queue_ids)
  local payload = ARGV[first_payload + payload_number]
  local payload_id = string.format('%d.%d', outbox_id, payload_number)
  local bytes = #payload + #overlay
  local rest_of_reference = ' ' .. payload_id .. ' ' .. bytes .. ' ' .. overlay
  local polls_by_worker = {}
  unstored[payload_id] = unstored[payload_id] or 0
  payload_numbers[payload_id] = payload_number

  for i = 1, #queue_ids do
    local queue = open_queue(queue_ids[i])
    if queue then
      if merge_key ~= '' then replace_unread(queue, merge_key) end
      local event_id = queue.next .. ''
      local appended = queue.appended
      appended[#appended + 1] = event_id
      appended[#appended + 1] = event_id .. rest_of_reference
      unstored[payload_id] = unstored[payload_id] + 1

      if queue.worker ~= '-' then
        local polls = polls_by_worker[queue.worker]
        if not polls then
          polls = {}
          polls_by_worker[queue.worker] = polls
        end
        polls[#polls + 1] = queue.token .. ':' .. event_id
        queue.handed = queue.next
      end
      queue.next = queue.next + 1
      queue.count = queue.count + 1
      queue.bytes = queue.bytes + bytes
    end
  end

  for worker, polls in pairs(polls_by_worker) do hand_over(worker, payload, overlay, polls) end
end

for _, event in ipairs(plan.events) do
  local outbox_id, merge_key, deliveries = unpack(event)
  if mark(outbox_id) then
    for _, delivery in ipairs(deliveries) do
      deliver(outbox_id, merge_key, unpack(delivery))
    end
  end
end

local overfull = {}
for queue_id, queue in pairs(queues) do
  if queue then
    write_events(queue)
    if queue.count > max_events or queue.bytes > max_bytes then
      overfull[#overfull + 1] = queue_id
      drop_queue(queue_id, 'gone')
    else
      queue.worker, queue.token = '-', '-'
      write_state(queue_id, queue)
    end
  end
end

for payload_id, references in pairs(unstored) do
  if references > 0 then
    local number = payload_numbers[payload_id]
    redis.call('HSET', payload_key .. payload_id,
      'text', ARGV[first_payload + number], 'references', references)
    redis.call('EXPIRE', payload_key .. payload_id, plan.lifetimes[number + 1])
  end
end

send_wake_ups()
return { 'done', gone, overfull }
