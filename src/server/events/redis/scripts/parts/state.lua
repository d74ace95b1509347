-- The state of a queue, packed into one field of one hash: one call reads the states of a thousand
-- queues, and another writes them.
--   next      id of the next event
--   count     number of unacknowledged events
--   bytes     their size as text
--   handed    highest id sent to a poll, -1 for none
--   expiry    time when the queue expires unless polled, in ms; same as in the sorted set of expiries
--   lifespan  max time without polls, in ms
--   realm, user  the owner
--   worker    worker of the parked poll, no_worker for none
--   token     token of this parking, "poll.parking.place", '' for none
--   inline    reference to the single event, without its id, which is next - 1; '' if the queue is empty
--             or keeps its events in the set

-- A state is a list with these indexes: a table with names would cost as much again as unpacking.
local NEXT, COUNT, BYTES, HANDED, EXPIRY, LIFESPAN, REALM, USER, WORKER, TOKEN, INLINE =
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
-- All but the last field, which is the rest of the text.
local state_format = '<ddddddddc12s'
local whole_state_format = state_format .. 'c0'
local pack_numbers, unpack_numbers, substring = struct.pack, struct.unpack, string.sub
local no_worker = '------------'
-- Lua passes at most some 8,000 arguments.
local states_per_call = 2000

-- State of a new, empty queue; the caller sets its expiry.
local function new_state(realm, user, lifespan_ms)
  return { 0, 0, 0, -1, 0, lifespan_ms, realm, user, no_worker, '', '' }
end

local function parse_state(packed)
  local state = { unpack_numbers(state_format, packed) }
  -- States written before inline events existed end here.
  state[INLINE] = substring(packed, state[INLINE])
  return state
end

local function pack_state(state)
  return pack_numbers(whole_state_format, unpack(state))
end

local function owner_of(state)
  return string.format('%d/%d', state[REALM], state[USER])
end

-- The owner as a single number, which is faster to compare. Workers reject user ids that do not
-- fit.
local users_per_realm = 2 ^ 32
local function owner_number(state)
  return state[REALM] * users_per_realm + state[USER]
end

local function realm_of(owner_number)
  return math.floor(owner_number / users_per_realm)
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

local function write_states(queue_ids, states)
  for first = 1, #queue_ids, states_per_call do
    local fields, count = {}, 0
    for i = first, math.min(first + states_per_call - 1, #queue_ids) do
      local queue_id = queue_ids[i]
      if states[queue_id] then
        fields[count + 1], fields[count + 2] = queue_id, pack_state(states[queue_id])
        count = count + 2
      end
    end
    if count > 0 then redis.call('HSET', states_key, unpack(fields, 1, count)) end
  end
end

local function write_state(queue_id, state)
  redis.call('HSET', states_key, queue_id, pack_state(state))
end

-- Whether a poll is parked, under any of its tokens.
local function is_parked(state, worker, token)
  return state[WORKER] == worker
    and string.match(state[TOKEN], '^%d+') == string.match(token, '^%d+')
end

-- Whether a request of a parked poll comes too late, from a connection that broke: the poll has asked again since.
local function is_late(state, token)
  local parking = '^%d+%.(%d+)'
  return tonumber(string.match(token, parking)) < tonumber(string.match(state[TOKEN], parking))
end

local function unpark(state)
  state[WORKER], state[TOKEN] = no_worker, ''
end
