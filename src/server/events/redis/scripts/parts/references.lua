-- A queue holds a reference to each event: "<event id> <payload id> <bytes> <overlay>". Payload '-'
-- means that the overlay is the whole event. The part after the event id is the same in many
-- queues.

-- Number of references released by this call, by the part after the event id.
local released = {}

-- Releases a reference, given without its event id; the payload is deleted with its last reference.
local function release(rest_of_reference)
  released[rest_of_reference] = (released[rest_of_reference] or 0) + 1
end

-- Writes the released references; every script that releases any must end with it.
local function forget_released()
  for rest_of_reference, count in pairs(released) do
    local payload_id = string.match(rest_of_reference, '^%S+')
    if payload_id ~= '-'
      and redis.call('HINCRBY', payload_key .. payload_id, 'references', -count) < 1
    then
      redis.call('DEL', payload_key .. payload_id)
    end
  end
end
