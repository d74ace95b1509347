-- Lists the queues of a user, and whether each holds the event of a message.
--
-- KEYS[1] the shard
-- ARGV[1] the user, as "realm/user"
-- ARGV[2] realm id
-- ARGV[3] message id
-- ARGV[4] max events to look through, in all queues together
--
-- Returns for each queue, the oldest first, its registration, the time of its registration in us, that of the latest call in ms
-- (at most the slack of `prolong` and the wait of a poll too late; now for a parked poll), the number of its events,
-- and '1' if it holds the event of the message, '0' if not, '' if there are too many events.

-- include: parts/state.lua
-- include: parts/references.lua
-- include: parts/events.lua
-- include: parts/time.lua

local owner, realm, message_id, events_left = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local mark = string.format('"id":%d', message_id)

-- Whether a payload is the event of the message, by payload id.
local known = { ['-'] = false }
local function is_wanted(payload_id)
  if known[payload_id] == nil then
    local text = redis.call('HGET', payload_key .. payload_id, 'text')
    local is_found = false
    -- Few texts have the id at all, so few are decoded.
    if text and string.find(text, mark, 1, true) then
      local event = cjson.decode(text)
      is_found = event.type == 'message' and event.message.id == message_id
    end
    known[payload_id] = is_found
  end
  return known[payload_id]
end

local function holds_message(queue_id, state)
  if state[COUNT] == 0 then return '0' end
  if state[COUNT] > events_left then return '' end
  events_left = events_left - state[COUNT]
  local references = references_after(queue_id, state, -1)
  for i = 1, #references do
    if is_wanted(string.match(references[i], '^%d+ (%S+)')) then return '1' end
  end
  return '0'
end

local queues = {}
for queue_id, state in pairs(read_states(redis.call('SMEMBERS', user_key .. owner))) do
  local is_parked_now = state[WORKER] ~= no_worker
  local seen = is_parked_now and now_ms() or math.min(now_ms(), state[EXPIRY] - state[LIFESPAN])
  queues[#queues + 1] = {
    redis.call('HGET', registrations_key, queue_id),
    redis.call('ZSCORE', directory_key .. realm, queue_id),
    string.format('%d', seen),
    string.format('%d', state[COUNT]),
    holds_message(queue_id, state),
  }
end
table.sort(queues, function(a, b) return tonumber(a[2]) < tonumber(b[2]) end)
return queues
