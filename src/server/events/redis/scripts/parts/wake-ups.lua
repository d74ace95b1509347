-- Messages to parked polls, collected by worker and sent as one message each: a line of JSON
--   { "ended": { reason: [token, ...] }, "deliveries": [[payload line, overlay, "token:id ..."]] }
-- and one line per payload, numbered from 1. JSON text has no line breaks. A poll is woken once:
-- the call that wakes it removes it from the state of its queue.

local wake_ups = {}

local function wake_up_of(worker)
  local wake_up = wake_ups[worker]
  if not wake_up then
    wake_up = { ended = {}, deliveries = {}, lines = {}, line_of = {} }
    wake_ups[worker] = wake_up
  end
  return wake_up
end

-- Ends the parked poll of a state, if any: 'superseded', 'deleted' or 'gone'.
local function end_poll(state, reason)
  if state[WORKER] == no_worker then return end
  local ended = wake_up_of(state[WORKER]).ended
  ended[reason] = ended[reason] or {}
  table.insert(ended[reason], state[TOKEN])
  unpark(state)
end

-- Delivers one payload to several polls of a worker; `polls` are the pieces of "token:id token:id
-- ...".
local function hand_over(worker, payload, overlay, polls)
  local wake_up = wake_up_of(worker)
  local line = wake_up.line_of[payload]
  if not line then
    line = #wake_up.lines + 1
    wake_up.lines[line] = payload
    wake_up.line_of[payload] = line
  end
  table.insert(wake_up.deliveries, { line, overlay, table.concat(polls) })
end

local function send_wake_ups()
  for worker, wake_up in pairs(wake_ups) do
    -- cjson encodes an empty table as an object, so empty lists are left out.
    local head = { ended = next(wake_up.ended) and wake_up.ended or nil }
    if #wake_up.deliveries > 0 then head.deliveries = wake_up.deliveries end
    table.insert(wake_up.lines, 1, cjson.encode(head))
    redis.call('PUBLISH', wake_ups_key .. worker, table.concat(wake_up.lines, '\n'))
  end
end
