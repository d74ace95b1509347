-- Who left a stream after the newest messages had been deleted, may have a period that ends before it
-- begins: reading it as a range failed, and with it registering. Such a period has no messages.
update subscription_periods set to_message_id = from_message_id
  where to_message_id < from_message_id;
