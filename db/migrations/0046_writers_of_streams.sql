-- Who writes to a stream is a group. Where administrators alone did, they are that group: 2 is
-- role:administrators. The older column stays for workers of the release before.
update streams set permissions = permissions || '{"can_send_message_group": 2}'
where is_announcement_only and not permissions ? 'can_send_message_group';
