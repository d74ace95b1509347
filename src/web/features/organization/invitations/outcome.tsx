import type { AnswerOf } from '../../../../shared/calls'
import * as t from '../../../texts/catalog'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { DownloadButton } from '../../../parts/copy-button/download-button'
import styles from './invitations.module.css'

export type SentInvitation = AnswerOf<'POST /invites'>['invitations'][number]

/** Source: docs/protocol/sign-up.md#invite-outcome. */
export type RefusedAddress = readonly [address: string, text: string, isDeactivated: boolean]

export type InviteOutcome =
  | { kind: 'link'; link: string }
  | {
      kind: 'sent'
      sent: readonly SentInvitation[]
      refused: readonly RefusedAddress[]
      /** The server's message about the refused addresses. */
      message: string | undefined
    }

const asRow = ({ email, link }: { email: string; link: string }) =>
  [email, link].map((value) => `"${value.replaceAll('"', '""')}"`).join()

/** Result of an invitation: links to pass on, and refused addresses with reasons. */
export function Outcome({ outcome }: { outcome: InviteOutcome }) {
  if (outcome.kind === 'link') {
    return (
      <div class={styles['outcome']}>
        <p role="status">{t.invite.linkMade}</p>
        <LinkField label={t.invite.link} link={outcome.link} />
      </div>
    )
  }
  const { sent, refused } = outcome
  const links = sent.flatMap(({ email, link_url: link }) => (link ? [{ email, link }] : []))
  return (
    <div class={styles['outcome']}>
      <p role="status">
        {links.length > 0 ? t.invite.made(links.length) : t.invite.sent(sent.length)}
      </p>
      {links.length > 0 && (
        <>
          <p>{t.invite.passOn}</p>
          {links.length > 1 && (
            <div class={styles['linkField']}>
              <CopyButton
                label={t.invite.copyAll}
                text={links.map(({ email, link }) => `${email} ${link}`).join('\n')}
              />
              <DownloadButton
                label={t.invite.downloadAll}
                name="invitations.csv"
                text={['email,link', ...links.map(asRow)].join('\r\n')}
              />
            </div>
          )}
          <ul role="list" class={styles['links']}>
            {links.map(({ email, link }) => (
              <li key={email}>
                <b>{email}</b>
                <LinkField label={t.invite.linkFor(email)} link={link} />
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <div class="notice bad" role="alert">
          <p>{t.invite.notInvited}</p>
          <ul>
            {refused.map(([address, text, isDeactivated]) => (
              <li key={address}>
                {t.invite.refusedAddress(address, text)}
                {isDeactivated && ` ${t.invite.reactivate}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** An invitation link to copy. */
export function LinkField({ label, link }: { label: string; link: string }) {
  return (
    <div class={styles['linkField']}>
      <input
        class="field"
        readOnly
        aria-label={label}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton label={t.invite.copy} text={link} />
    </div>
  )
}
