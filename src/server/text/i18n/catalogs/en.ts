/*
 * Texts that the server itself writes, in English: the other catalogs have the same keys and the same values
 * in braces. A key that ends in `_one` or `_other` depends on a `count`.
 */
export const en = {
  'bot.unknownStream':
    "Hi there! We thought you'd like to know that your bot {{bot}} just tried to send a message to stream {{stream}}, but that stream does not yet exist. To create it, click the gear in the left-side stream list.",
  'bot.emptyStream':
    "Hi there! We thought you'd like to know that your bot {{bot}} just tried to send a message to stream {{stream}}, but there are no subscribers to that stream. To join it, click the gear in the left-side stream list.",
  'bot.undelivered': '{{warning}}\n\nThe message, with the topic “{{topic}}”, was:\n\n{{content}}',
  'bot.malformedJson':
    "Hi there! It looks like you tried to setup the Zulip {{integration}} integration,\nbut didn't correctly configure the webhook to send data in the JSON format\nthat this integration expects!",

  'group.added': '{{who}} added you to the group {{group}}.',
  'group.removed': '{{who}} removed you from the group {{group}}.',

  'export.ready':
    'Your data export is complete. [View and download exports](/#organization/data-exports-admin).',
  'export.failed':
    'Your data export has failed. Please try again, or ask the operator of the server.',

  'deletion.setAside':
    'The deletion of the messages of {{user}} stopped because of an error of the server. Please tell its operator.',

  'import.done': 'Your import is complete. [View the report](/#organization/import).',
  'import.failed': 'Your import broke off. [View the reason, and go on](/#organization/import).',

  'bridge.begins':
    'This stream is connected with {{channel}} of Slack now: messages, threads, edits, deletions, reactions and files of both sides are carried to the other one. Slack lets only the writer of a message change it, and only there. An edit or a deletion here of a message that was written in Slack does not reach Slack.',
  'bridge.editStays':
    'Your edit of [this message]({{link}}) stays here. It was written in Slack, which lets only its writer change it, and only there. Edit it in Slack, too: that edit comes here, and replaces this one.',

  'linkifiers.slow':
    'The linkifiers of this organization take too long for some messages. Links in such messages may stay plain text. Please look for a pattern with a repetition inside of a repetition, and simplify it.',

  'push.withheld': 'New message',
  'push.from': '{{name}}:',
  'push.mentioned': '{{name}} mentioned you:',
  'push.mentionedGroup': '{{name}} mentioned @{{group}}:',
  'push.mentionedAll': '{{name}} mentioned everyone:',
  'push.markRead': 'Mark as read',
  'push.reply': 'Reply',
  'push.held_one': '{{count}} message while you were not to be disturbed.',
  'push.held_other': '{{count}} messages while you were not to be disturbed.',
  'push.test.title': 'Test notification',
  'push.test.body': 'This is a test notification from {{realm}} ({{url}}).',

  'mail.hello': 'Hello {{name}},',
  'mail.why': 'You receive this mail because you have an account in {{realm}}.',
  'mail.whyAddress': 'You receive this mail because somebody gave this address in {{realm}}.',
  'mail.worksOnce': 'The link works once, until {{time}}.',
  'mail.missed.pair': 'DMs with {{name}}',
  'mail.missed.group': 'Group DMs with {{names}}',
  'mail.missed.others_one': '{{count}} other',
  'mail.missed.others_other': '{{count}} others',
  'mail.missed.resolved': '[resolved] {{conversation}}',
  'mail.missed.withheld': 'New messages',
  'mail.missed.withheldBody':
    'There are new messages for you in {{realm}}. The settings of this organization, or your own, keep their contents out of mails.',
  'mail.missed.button': 'Open the conversation',
  'mail.missed.buttonWithheld': 'Open {{realm}}',
  'mail.missed.more_one': '{{count}} more message is not shown here.',
  'mail.missed.more_other': '{{count}} more messages are not shown here.',
  'mail.missed.why.direct_message':
    'You receive this mail because somebody wrote to you while you were away.',
  'mail.missed.why.mentioned': 'You receive this mail because you were mentioned.',
  'mail.missed.why.group': 'You receive this mail because @{{group}} was mentioned.',
  'mail.missed.why.everybody':
    'You receive this mail because everybody was mentioned in {{conversation}}.',
  'mail.missed.why.everybodyFollowed':
    'You receive this mail because everybody was mentioned in a topic that you follow.',
  'mail.missed.why.followed_topic': 'You receive this mail because you follow the topic.',
  'mail.missed.why.stream': 'You receive this mail because you chose mail about {{conversation}}.',
  'mail.missed.reply': 'Answer this mail to reply in the conversation.',
  'mail.missed.spoiler': 'Open {{realm}} to see the content of the spoiler',
  'mail.missed.stop': 'Stop mails about missed messages: {{link}}',
  'mail.digest.subject': 'Digest of {{realm}}',
  'mail.digest.lead': 'While you were away, people wrote about these topics.',
  'mail.digest.more_one': '{{count}} more message. Participants: {{names}}',
  'mail.digest.more_other': '{{count}} more messages. Participants: {{names}}',
  'mail.digest.people': 'Participants: {{names}}',
  'mail.digest.streams_one': '{{count}} new stream:',
  'mail.digest.streams_other': '{{count}} new streams:',
  'mail.digest.withheld':
    'There is news for you in {{realm}}. The settings of this organization, or your own, keep contents out of mails.',
  'mail.digest.why':
    'You receive this mail because you were away, and {{realm}} sends a digest once a week.',
  'mail.digest.stop': 'Stop digests: {{link}}',
  'mail.undeliverable':
    'Mail to {{address}} cannot be delivered ({{reason}}). So you get no mails about missed messages there, until you change your address, log in again, or turn them on again in your settings, under notifications.',
  'mail.loginCode.subject': '{{code}} is your code for {{realm}}',
  'mail.loginCode.body':
    'With this code you log in to {{realm}} as {{email}}, in the browser in which you asked for it:',
  'mail.loginCode.once':
    'It works once, until {{time}}. Nobody from the organization ever asks you for it.',
  'mail.loginCode.ignore': 'If you did not ask for it, you need not do anything.',
  'mail.reset.subject': 'Set a new password for {{realm}}',
  'mail.reset.body':
    'Somebody, most likely you, asked for a new password for your account {{email}} in {{realm}}.',
  'mail.reset.button': 'Set a new password',
  'mail.reset.ignore':
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  'mail.resetDeactivated.subject': 'Your account in {{realm}} is deactivated',
  'mail.resetDeactivated.body':
    'Somebody, most likely you, asked for a new password for your account {{email}} in {{realm}}. That account is deactivated. An administrator of the organization can reactivate it.',
  'mail.passwordChanged.subject': 'Your password in {{realm}} was changed',
  'mail.passwordChanged.body':
    'Your account {{email}} in {{realm}} has had a new password since {{time}}, and all its other log-ins have ended.',
  'mail.wasItYou':
    'If that was not you, set a new password and tell an administrator of the organization.',
  'mail.confirmAddress.subject': 'Confirm your new address for {{realm}}',
  'mail.confirmAddress.body':
    'The account of {{name}} in {{realm}} is to have the address {{email}} instead of {{oldEmail}}. Please confirm that it is yours.',
  'mail.confirmAddress.button': 'Confirm the address',
  'mail.confirmAddress.ignore':
    'If you know nothing of this, ignore the mail: without your confirmation nothing changes.',
  'mail.addressAsked.subject': 'A new address for your account in {{realm}}',
  'mail.addressAsked.body':
    'Your account in {{realm}} is to have the address {{email}} instead of {{oldEmail}}. That happens once the new address is confirmed.',
  'mail.addressChanged.subject': 'Your account in {{realm}} has another address',
  'mail.addressChanged.body':
    'Your account in {{realm}} has the address {{email}} from now on, instead of {{oldEmail}}: you log in with it, and mails go there.',
  'mail.deactivated.subject': 'Your account in {{realm}} was deactivated',
  'mail.deactivated.body':
    'Your account {{email}} in {{realm}} was deactivated. You cannot log in to it any more.',
  'mail.deactivated.comment': 'The administrators of the organization say:',
  'mail.accountMade.subject': 'Your account in {{realm}}',
  'mail.accountMade.body':
    'An account in {{realm}} was created for you. You log in with {{email}} and a password that you choose now.',
  'mail.accountMade.button': 'Choose a password',
  'mail.accountMade.later':
    'If the link has expired, “Forgot password?” at log-in sends you another one.',
  'mail.newLogin.subject': 'New log-in to {{realm}} from {{device}}',
  'mail.newLogin.body': 'Somebody logged in to your account {{email}} in {{realm}}:',
  'mail.newLogin.facts': '{{time}}\n{{device}}\nInternet address {{address}}',
  'mail.newLogin.fine': 'If that was you, you need not do anything.',
  'mail.newLogin.stop': 'Stop mails about log-ins: {{link}}',
  'mail.newLogin.off': 'You can do without these mails in your settings, under notifications.',
  'mail.newApiKey.subject': 'New API key in {{realm}}: {{key}}',
  'mail.newApiKey.body':
    'Somebody made the API key “{{key}}” with your account {{email}} in {{realm}}:',
  'mail.invitation.subject': '{{inviter}} has invited you to {{realm}}',
  'mail.invitation.body':
    '{{inviter}} has invited you to join {{realm}}, where people talk in streams and topics.',
  'mail.invitation.button': 'Accept the invitation',
  'mail.invitation.once': 'The link works once.',
  'mail.invitation.ignore': 'If you do not want to join, you need not do anything.',
  'mail.invitationReminder.subject': 'Your invitation to {{realm}} ends soon',
  'mail.invitationReminder.body':
    '{{inviter}} has invited you to join {{realm}}. The invitation ends soon.',
  'mail.signUp.subject': 'Finish your account in {{realm}}',
  'mail.signUp.body':
    'Somebody, most likely you, wants to join {{realm}} with the address {{email}}. Please go on here:',
  'mail.signUp.button': 'Make the account',
  'mail.signUp.ignore': 'If that was not you, you need not do anything.',
  'mail.signUpKnown.subject': 'You have an account in {{realm}}',
  'mail.signUpKnown.body':
    'Somebody, most likely you, wanted to join {{realm}} with the address {{email}}. You have an account with it already, and can log in. If you have forgotten the password, you can set a new one there.',
  'mail.signUpKnown.button': 'Log in',
  'mail.signUpDeactivated.subject': 'Your account in {{realm}} is deactivated',
  'mail.signUpDeactivated.body':
    'Somebody, most likely you, wanted to join {{realm}} with the address {{email}}. Your account with it is deactivated. An administrator of the organization can reactivate it.',
  'mail.registered.subject': 'Welcome to {{realm}}',
  'mail.registered.body':
    'You have an account in {{realm}} now. You log in with the address {{email}} and the password that you have chosen.',
  'mail.registered.button': 'Open {{realm}}',
  'mail.registered.keep': 'Keep this mail, so that you find the way back.',
  'mail.test.subject': 'A test of the mail of {{realm}}',
  'mail.test.body': 'The server of {{realm}} can send mail.',

  'move.topicHere': 'This topic was moved here from {{place}} by {{who}}.',
  'move.messagesHere_one': 'A message was moved here from {{place}} by {{who}}.',
  'move.messagesHere_other': '{{count}} messages were moved here from {{place}} by {{who}}.',
  'move.topicAway': 'This topic was moved to {{place}} by {{who}}.',
  'move.messagesAway_one': 'A message was moved from this topic to {{place}} by {{who}}.',
  'move.messagesAway_other':
    '{{count}} messages were moved from this topic to {{place}} by {{who}}.',
  'move.fromPrivateStream': 'a private stream',
  'move.toPrivateStream': 'a private stream',

  'reminder.ofMessage': 'You requested a reminder for {{place}}.',
  'reminder.ofPrivateMessage': 'You requested a reminder for the following direct message.',
  'reminder.ofGone': 'You requested a reminder for a message that you cannot read any more.',
  'reminder.note': '{{what}} Note:\n{{note}}',
  'reminder.said': '{{what}}\n\n{{who}} [said]({{link}}):\n{{content}}',
  'scheduled.failed':
    'The message you scheduled for {{time}} was not sent because of the following error:\n\n{{error}}\n\n[View scheduled messages](#scheduled)',
  'scheduled.givenUp': 'The server had an error. Please schedule the message again.',

  'resolve.resolved': '{{who}} has marked this topic as resolved.',
  'resolve.unresolved': '{{who}} has marked this topic as unresolved.',

  'service.mentioned':
    'A message by {{who}} in {{stream}} to your bot {{bot}} triggered an outgoing webhook.\n{{outcome}}',
  'service.writtenTo':
    'A message by {{who}} in a direct message to your bot {{bot}} triggered an outgoing webhook.\n{{outcome}}',
  'service.status': 'The webhook got a response with status code *{{status}}*.',
  'service.notJson': 'The webhook got a response that is not a JSON object.',
  'service.late': 'The webhook did not respond in time.',
  'service.unreachable': 'The webhook could not be reached.',
  'service.unreachableFor': 'The webhook could not be reached ({{code}}).',
  'service.failed': 'The webhook failed: {{error}}.',
  'service.lost': 'The server had an error during the call, and does not repeat it.',
  'service.unsendable': 'The webhook responded, but its response could not be sent: {{error}}',

  'stream.topicOfChanges': 'channel events',
  'stream.renamed': '{{who}} renamed channel {{before}} to {{after}}.',
  'stream.described':
    '{{who}} changed the description for this channel.\n\n* **Old description:**\n{{before}}\n* **New description:**\n{{after}}',
  'stream.noDescription': '*No description.*',
  'stream.accessChanged':
    '{{who}} changed the access permissions for this channel from **{{before}}** to **{{after}}**.',
  'stream.public': 'Public',
  'stream.sharedHistory': 'Private, shared history',
  'stream.protectedHistory': 'Private, protected history',
  'stream.postingChanged':
    '{{who}} changed the posting permissions for this channel:\n\n* **Old permissions**: {{before}}\n* **New permissions**: {{after}}',
  'stream.administratorsPost': 'Administrators',
  'stream.everyonePosts': 'Everyone',
  'stream.archived': 'Channel {{stream}} has been archived.',
  'stream.unarchived': 'Channel {{stream}} has been un-archived.',
  'stream.topicsPolicyChanged':
    '{{who}} changed the topic policy for this channel:\n\n* **Old policy**: {{before}}\n* **New policy**: {{after}}',
  'stream.emptyTopicAllowed': 'Messages may be without a topic',
  'stream.emptyTopicDisabled': 'Every message has a topic',
  'stream.emptyTopicOnly': 'No topics',
  'stream.retentionChanged':
    '{{who}} has changed the message retention period for this channel:\n\n* **Old retention period**: {{before}}\n* **New retention period**: {{after}}',
  'stream.retainedAsOrganization': 'As in the organization',
  'stream.retainedForever': 'Forever',
  'stream.retainedDays_one': '{{count}} day',
  'stream.retainedDays_other': '{{count}} days',
  'stream.nobodyPosts': 'Nobody',
  'stream.ownersPost': 'Owners',
  'stream.moderatorsPost': 'Moderators',
  'stream.fullMembersPost': 'Full members',
  'stream.membersPost': 'Members',
  'stream.chosenPost': 'Chosen users and groups',
  'stream.greetingTopic': 'hello',
  'stream.greeting': 'Welcome to {{stream}}.',
  'stream.greetingDescribed': 'Welcome to {{stream}}.\n\n**Description**: {{description}}',
  'stream.topicOfCreations': 'Streams',
  'stream.created': '{{who}} just created a new stream {{stream}}.',
  'stream.severalCreated': '{{who}} just created the following streams: {{streams}}',

  'mailIn.event.invitation': 'Invitation: {{summary}}',
  'mailIn.event.canceled': 'Canceled: {{summary}}',
  'mailIn.event.accepted': 'Accepted: {{summary}}',
  'mailIn.event.declined': 'Declined: {{summary}}',
  'mailIn.event.tentative': 'Accepted tentatively: {{summary}}',
  'mailIn.event.untitled': 'an event without a title',
  'mailIn.event.when': 'When: {{when}}',
  'mailIn.event.repeats': 'It repeats.',
  'mailIn.event.where': 'Where: {{where}}',
  'mailIn.event.organizer': 'Organizer: {{person}}',
  'mailIn.event.by': 'By: {{person}}',
  'mailIn.noSubject': 'Email with no subject',
  'mailIn.givenUp':
    'An email to you or to one of your channel addresses could not be processed, so it was not posted. The operator of the server finds the reason in its log.',
  'mailIn.replyRefused': 'Your reply by email could not be sent:\n\n{{error}}',

  'subscribed.one': 'Hi there! {{who}} just subscribed you to the stream {{stream}}.',
  'subscribed.several':
    'Hi there! {{who}} just subscribed you to the following streams:\n\n{{streams}}',

  'invitations.accepted': '{{who}} accepted your invitation to join {{realm}}!',
  'signups.topic': 'signups',
  'signups.joined': '{{who}} joined this organization.',
  'report.topic': "{{name}}'s moderation requests",
  'report.ofStream': '{{reporter}} reported [a message]({{url}}) sent by {{sender}} in {{topic}}.',
  'report.ofPrivate': '{{reporter}} reported a direct message sent by {{sender}}.',
  'report.reason': '* Reason: **{{reason}}**',
  'report.notes': '* Notes:',
  'report.original': 'Message sent by {{sender}}',
  'report.spam': 'Spam',
  'report.harassment': 'Harassment',
  'report.inappropriate': 'Inappropriate content',
  'report.norms': 'Violates community norms',
  'report.other': 'Other reason',

  'account.deleted': 'Deleted user',

  'welcome.general': 'For everything that has no stream of its own',
  'welcome.announce': 'New streams and other news about this organization',
  'welcome.topic': 'greetings',
  'welcome.toStream':
    'Welcome to {{realm}}!\n\nThis is the stream {{stream}}, and the topic of this message is *{{topic}}*. Answer here, or begin a topic of your own.',
  'welcome.toOwner':
    'Hello, and welcome to {{realm}}! I am the Welcome Bot. You own this organization: add people, create streams for them, and let programs write through bots.',
  'welcome.toNewcomer':
    'Hello, and welcome to {{realm}}! I am the Welcome Bot.\n\nMessages here are sent to streams, and every message has a topic: pick a stream, name a topic and say hello. A message to one or several people, like this one, is seen by nobody else.',
} as const
