-- Deletes a queue with everything it holds, and ends the poll that waits at it.
-- Returns whether it existed.
local function drop_queue(queue_id, reason)
  redis.call('ZREM', expiry_key, queue_id)
  local fields = redis.call('HMGET', queue_key .. queue_id, 'owner', 'state')
  local owner = fields[1]
  if not owner then return false end

  for _, reference in ipairs(redis.call('ZRANGE', events_key .. queue_id, 0, -1)) do
    release(reference)
  end
  redis.call('DEL', queue_key .. queue_id, events_key .. queue_id)
  redis.call('SREM', user_key .. owner, queue_id)

  local realm = string.match(owner, '^(%d+)/')
  redis.call('ZREM', directory_key .. realm, queue_id)
  if redis.call('EXISTS', directory_key .. realm) == 0 then
    redis.call('HDEL', versions_key, realm)
  end

  end_poll(parse_state(fields[2]), reason)
  return true
end
