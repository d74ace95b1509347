-- The changing part of a queue, in one field: each further field would cost every delivery
-- another microsecond. Its words, in this order:
--   next    id of the next event
--   count   events that are not acknowledged
--   bytes   their size as text
--   handed  highest id that was handed to a poll, -1 for none
--   worker  the worker where a poll is parked, '-' for none
--   token   how that worker calls this parking of the poll, "poll.parking", '-' for none

local function parse_state(text)
  local next_id, count, bytes, handed, worker, token =
    string.match(text, '^(%d+) (%d+) (%d+) (%-?%d+) (%S+) (%S+)$')
  return {
    next = tonumber(next_id),
    count = tonumber(count),
    bytes = tonumber(bytes),
    handed = tonumber(handed),
    worker = worker,
    token = token,
  }
end

local function write_state(queue_id, state)
  redis.call('HSET', queue_key .. queue_id, 'state',
    state.next .. ' ' .. state.count .. ' ' .. state.bytes .. ' ' .. state.handed .. ' '
      .. state.worker .. ' ' .. state.token)
end

-- Whether a poll is parked, under whichever of its tokens.
local function is_parked(state, worker, token)
  return state.worker == worker
    and string.match(state.token, '^%d+') == string.match(token, '^%d+')
end
