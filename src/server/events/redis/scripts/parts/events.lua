-- Storage of a queue's events. A single event, the usual case while a client polls and acknowledges
-- at once, is kept inline in the queue's state, which is read and written anyway; several events
-- are kept in a sorted set.

-- The reference to the inline event.
local function inline_reference(state)
  return (state[NEXT] - 1) .. ' ' .. state[INLINE]
end

-- Moves the inline event to the set: another event follows, or its id is no longer the one before
-- NEXT.
local function move_to_set(queue_id, state)
  if state[INLINE] == '' then return end
  redis.call('ZADD', events_key .. queue_id, state[NEXT] - 1, inline_reference(state))
  state[INLINE] = ''
end

-- Appends an event, given as its reference without the id.
local function append(queue_id, state, rest_of_reference, bytes, may_be_inline)
  if may_be_inline and state[COUNT] == 0 then
    state[INLINE] = rest_of_reference
  else
    move_to_set(queue_id, state)
    redis.call('ZADD', events_key .. queue_id, state[NEXT], state[NEXT] .. ' ' .. rest_of_reference)
  end
  state[NEXT] = state[NEXT] + 1
  state[COUNT] = state[COUNT] + 1
  state[BYTES] = state[BYTES] + bytes
end

local function forget_all(queue_id, state)
  if state[INLINE] ~= '' then
    release(state[INLINE])
    state[INLINE] = ''
  else
    local references = redis.call('ZRANGE', events_key .. queue_id, 0, -1)
    for i = 1, #references do release(string.match(references[i], '^%d+ (.*)$')) end
    redis.call('DEL', events_key .. queue_id, replaceable_key .. queue_id)
  end
  state[COUNT], state[BYTES] = 0, 0
end

-- Deletes the events that the client has received.
local function acknowledge(queue_id, state, acknowledged)
  if state[COUNT] == 0 then return end
  if acknowledged >= state[NEXT] - 1 then return forget_all(queue_id, state) end
  if state[INLINE] ~= '' then return end

  local events = events_key .. queue_id
  local references = redis.call('ZRANGEBYSCORE', events, '-inf', acknowledged)
  if #references == 0 then return end
  if #references == state[COUNT] then return forget_all(queue_id, state) end
  for i = 1, #references do
    local rest_of_reference, bytes = string.match(references[i], '^%d+ (%S+ (%d+).*)$')
    release(rest_of_reference)
    state[BYTES] = state[BYTES] - bytes
  end
  state[COUNT] = state[COUNT] - #references
  redis.call('ZREMRANGEBYSCORE', events, '-inf', acknowledged)
end

-- References to the events after an id, ascending.
local function references_after(queue_id, state, after)
  if state[INLINE] ~= '' then return { inline_reference(state) } end
  return redis.call('ZRANGEBYSCORE', events_key .. queue_id, '(' .. after, '+inf')
end
