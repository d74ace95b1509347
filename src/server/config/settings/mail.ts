import { anyText, limit, onOrOff, optional, pattern, setting, url, wholeNumber } from './values'

/** Outgoing and incoming mail. */
export const mailSettings = {
  smtpUrl: setting(
    'SMTP_URL',
    '',
    optional(url('smtp:', 'smtps:')),
    'SMTP server, as smtp://user:password@host:587, or smtps://; unset: no mail is sent, and ' +
      'administrators pass links on; needs EXTERNAL_URL',
  ),
  mailFrom: setting(
    'MAIL_FROM',
    '',
    optional(
      pattern(
        /^([^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
        'an email address, or a name and an address: Parley <chat@example.com>',
      ),
    ),
    'Sender of mail, as chat@example.com or Parley <chat@example.com>; unset: noreply@ the host of EXTERNAL_URL',
  ),
  mailRateLimit: setting(
    'MAIL_RATE_LIMIT',
    '5',
    limit,
    'Max mails per hour to one address that callers without an account may request; one caller may ' +
      'request five times as many, all callers of an organization together a hundred times; off: ' +
      'unlimited',
  ),
  mailInAddress: setting(
    'MAIL_IN_ADDRESS',
    '',
    optional(
      pattern(
        /^[a-z0-9+._-]{0,12}%s[a-z0-9+._-]{0,12}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i,
        'an email address with %s in its local part: %s@chat.example.com',
      ),
    ),
    'Addresses at which mail comes in, with %s for the name of the stream and its token, as ' +
      '%s@chat.example.com; unset: no mail comes in',
  ),
  mailInPort: setting(
    'MAIL_IN_PORT',
    '',
    optional(wholeNumber(0, 65_535)),
    'Port at which a worker takes mail by SMTP; unset: mail comes in by parley mail-in only; needs ' +
      'MAIL_IN_ADDRESS',
  ),
  mailInImapUrl: setting(
    'MAIL_IN_IMAP_URL',
    '',
    optional(url('imap:', 'imaps:')),
    'Mailbox that gets the mail to MAIL_IN_ADDRESS, as imaps://user:password@host:993/INBOX; one ' +
      'worker reads it; unset: none',
  ),
  mailInProtocol: setting(
    'MAIL_IN_PROTOCOL',
    'smtp',
    pattern(/^(smtp|lmtp)$/, 'smtp or lmtp'),
    'Protocol at that port: smtp for mail servers of others, lmtp for a mail server in front, which ' +
      'is answered for each recipient',
  ),
  mailInHost: setting(
    'MAIL_IN_HOST',
    '',
    anyText,
    'Address to listen on at that port; unset: that of HOST',
  ),
  mailInAuthservId: setting(
    'MAIL_IN_AUTHSERV_ID',
    '',
    anyText,
    'Name under which a mail server in front writes Authentication-Results, as mx.example.com: replies ' +
      'whose SPF, DKIM or DMARC failed there are dropped; unset: such headers are ignored',
  ),
  mailInTlsKey: setting(
    'MAIL_IN_TLS_KEY',
    '',
    anyText,
    'File of the private key for STARTTLS at that port, in PEM; unset: no STARTTLS',
  ),
  mailInTlsCert: setting(
    'MAIL_IN_TLS_CERT',
    '',
    anyText,
    'File of the certificate for STARTTLS at that port, in PEM, with those of its issuers',
  ),
  mailInMaxMib: setting(
    'MAIL_IN_MAX_MIB',
    '25',
    wholeNumber(1, 100),
    'Max size of an incoming mail with its attachments',
  ),
  mailBounces: setting(
    'MAIL_BOUNCES',
    'on',
    onOrOff,
    'on: mails are sent with a return address of MAIL_IN_ADDRESS, so that mails that were not delivered ' +
      'are noticed; off for mail servers that refuse such a sender',
  ),
  mailReplyDays: setting(
    'MAIL_REPLY_DAYS',
    '90',
    wholeNumber(1, 3_650),
    'Days for which mails about missed messages can be answered by mail',
  ),
}
