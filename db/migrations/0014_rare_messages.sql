-- Few messages have pictures or files. Without an index, whoever looks for theirs goes through the
-- whole past.

create index messages_images on messages (realm_id, id) where has_image;
create index messages_attachments on messages (realm_id, id) where has_attachment;
