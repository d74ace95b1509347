-- All that a script needs to know of a queue, packed into one field of one hash: the states of a
-- thousand queues are then read with one call and written with another.
--   next      id of the next event
--   count     events that are not acknowledged
--   bytes     their size as text
--   handed    highest id that was handed to a poll, -1 for none
--   expiry    when the queue dies unless it is polled, in ms; as the set of all expiries has it
--   lifespan  how long it lives without polls, in ms
--   realm, user  the owner
--   worker    where a poll is parked, no_worker for none
--   token     how that worker calls this parking of the poll, "poll.parking", '' for none

local state_format = '<ddddddddc12s'
local no_worker = '------------'
-- Lua passes at most some 8,000 arguments.
local states_per_call = 2000

local function parse_state(packed)
  local next_id, count, bytes, handed, expiry, lifespan, realm, user, worker, token =
    struct.unpack(state_format, packed)
  return {
    next = next_id,
    count = count,
    bytes = bytes,
    handed = handed,
    expiry = expiry,
    lifespan = lifespan,
    realm = realm,
    user = user,
    worker = worker,
    token = token,
  }
end

local function pack_state(state)
  return struct.pack(state_format, state.next, state.count, state.bytes, state.handed,
    state.expiry, state.lifespan, state.realm, state.user, state.worker, state.token)
end

local function owner_of(state)
  return string.format('%d/%d', state.realm, state.user)
end

-- States by queue id; nil for queues that do not exist.
local function read_states(queue_ids)
  local states = {}
  for first = 1, #queue_ids, states_per_call do
    local last = math.min(first + states_per_call - 1, #queue_ids)
    local packed = redis.call('HMGET', states_key, unpack(queue_ids, first, last))
    for i = 1, #packed do
      if packed[i] then states[queue_ids[first + i - 1]] = parse_state(packed[i]) end
    end
  end
  return states
end

local function read_state(queue_id)
  return read_states({ queue_id })[queue_id]
end

local function write_states(states)
  local fields = {}
  for queue_id, state in pairs(states) do
    fields[#fields + 1] = queue_id
    fields[#fields + 1] = pack_state(state)
    if #fields >= 2 * states_per_call then
      redis.call('HSET', states_key, unpack(fields))
      fields = {}
    end
  end
  if #fields > 0 then redis.call('HSET', states_key, unpack(fields)) end
end

local function write_state(queue_id, state)
  redis.call('HSET', states_key, queue_id, pack_state(state))
end

-- Whether a poll is parked, under whichever of its tokens.
local function is_parked(state, worker, token)
  return state.worker == worker
    and string.match(state.token, '^%d+') == string.match(token, '^%d+')
end

local function unpark(state)
  state.worker, state.token = no_worker, ''
end
