-- Deletes a queue with everything it holds, and ends its parked poll.
local function drop_queue(queue_id, state, reason)
  forget_all(queue_id, state)
  redis.call('HDEL', states_key, queue_id)
  redis.call('HDEL', registrations_key, queue_id)
  redis.call('ZREM', expiry_key, queue_id)
  redis.call('SREM', user_key .. owner_of(state), queue_id)

  local realm = string.format('%d', state[REALM])
  redis.call('ZREM', directory_key .. realm, queue_id)
  if redis.call('EXISTS', directory_key .. realm) == 0 then
    redis.call('HDEL', versions_key, realm)
  end

  end_poll(state, reason)
end
