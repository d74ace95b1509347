import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { copyText } from '../../../data/clipboard/copy-text'
import { useApp } from '../../../context/app'
import { shortDay } from '../../../texts/ago'
import { mayManageRole } from '../../../../shared/rules/roles'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { Loading } from '../../../ui/loaded/loading'
import { Table } from '../../../ui/table/table'
import type { Column } from '../../../ui/table/table'
import type { SectionProps } from '../../../parts/settings-area/section'
import { describeSeconds } from '../settings/durations'
import { InviteDialog } from './invite-dialog'
import { LinkField } from './outcome'
import styles from './invitations.module.css'
import { waysToInvite } from '../../../data/people/may-invite'
import { useInvitations, useSendsMail } from './use-invitations'
import type { Invitation } from './use-invitations'

/** Pending invitations; `#organization/invitations/new` opens the invite dialog. */
export function Invitations({ path }: SectionProps) {
  const app = useApp()
  const { store, navigation, toasts } = app
  const { list, refusal, retry } = useInvitations()
  const sendsMail = useSendsMail()
  const isInviting = path[0] === 'new'
  const toRevoke = useSignal<readonly Invitation[] | undefined>(undefined)
  const sentAgain = useSignal<{ email: string; link: string } | undefined>(undefined)
  const ways = waysToInvite(app)
  const mayInvite = ways.byAddress || ways.byLink

  async function resend(invitation: Invitation): Promise<void> {
    const { id } = invitation
    const email = invitation.is_multiuse ? '' : invitation.email
    const { link_url: link } = await call('POST /invites/{invite_id}/resend', { invite_id: id })
    if (link) sentAgain.value = { email, link }
    else toasts.say(t.invitations.resent(email))
  }

  async function copy(link: string): Promise<void> {
    try {
      await copyText(link)
      toasts.say(t.copy.copied)
    } catch (error) {
      toasts.fail(t.copy.failed, error)
    }
  }

  async function resendOne(invitation: Invitation): Promise<void> {
    try {
      await resend(invitation)
    } catch (error) {
      toasts.fail(t.invitations.notResent, new Error(reasonOf(error)))
    }
  }

  async function resendAll(chosen: readonly Invitation[]): Promise<void> {
    const single = chosen.filter(({ is_multiuse: isLink }) => !isLink)
    if (single.length === 0) throw new Error(t.invitations.linksAreNotSent)
    for (const invitation of single) await resend(invitation)
  }

  async function revoke(chosen: readonly Invitation[]): Promise<void> {
    for (const { id, is_multiuse: isLink } of chosen) {
      const path = isLink ? '/invites/multiuse/{invite_id}' : '/invites/{invite_id}'
      await call(`DELETE ${path}`, { invite_id: id })
    }
  }

  const isOwner = store.read('is_owner')
  const mayChange = ({ invited_as: role }: Invitation) => mayManageRole({ isOwner }, role)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const columns: Column<Invitation>[] = [
    {
      key: 'who',
      title: t.invitations.who,
      width: 'minmax(0, 2fr)',
      sortBy: nameOf,
      cell: (invitation) => <bdi class={styles['email']}>{nameOf(invitation)}</bdi>,
    },
    {
      key: 'role',
      title: t.invitations.role,
      width: '6.5rem',
      sortBy: ({ invited_as: role }) => role,
      cell: ({ invited_as: role }) => t.person.roles[role] ?? '',
    },
    {
      key: 'by',
      title: t.invitations.by,
      sortBy: ({ invited_by_user_id: id }) => store.user(id)?.full_name ?? '',
      cell: ({ invited_by_user_id: id }) => (
        <bdi>{store.user(id)?.full_name ?? t.groupPicker.somebody}</bdi>
      ),
    },
    {
      key: 'invited',
      title: t.invitations.invited,
      width: '5.5rem',
      sortBy: ({ invited }) => -invited,
      cell: ({ invited }) => shortDay(invited, is24Hour),
    },
    {
      key: 'expires',
      title: t.invitations.expires,
      width: '5.5rem',
      sortBy: ({ expiry_date: end }) => end ?? Infinity,
      cell: ({ expiry_date: end }) => untilEnd(end),
    },
    {
      key: 'tools',
      title: t.table.actions,
      isTools: true,
      width: '4.5rem',
      cell: (invitation) => (
        <>
          {invitation.is_multiuse && (
            <IconButton
              icon="copy"
              label={t.invitations.copyLink(invitation.id)}
              onClick={() => void copy(invitation.link_url)}
            />
          )}
          {mayChange(invitation) && !invitation.is_multiuse && (
            <IconButton
              icon={sendsMail ? 'send' : 'link'}
              label={
                sendsMail
                  ? t.invitations.resendTo(nameOf(invitation))
                  : t.invitations.showLinkFor(nameOf(invitation))
              }
              onClick={() => void resendOne(invitation)}
            />
          )}
          {mayChange(invitation) && (
            <IconButton
              icon="trash-2"
              label={t.invitations.revokeOf(nameOf(invitation))}
              onClick={() => (toRevoke.value = [invitation])}
            />
          )}
        </>
      ),
    },
  ]

  return (
    <>
      {!store.read('is_admin') && <p>{t.invitations.onlyOwn}</p>}
      {sentAgain.value && (
        <div class={styles['outcome']} role="status">
          <p>{t.invitations.linkFor(sentAgain.value.email)}</p>
          <LinkField label={t.invite.linkFor(sentAgain.value.email)} link={sentAgain.value.link} />
        </div>
      )}
      {list === undefined || refusal !== undefined ? (
        <Loading refusal={refusal} onRetry={retry} />
      ) : (
        <Table
          label={t.invitations.title}
          find={t.invitations.find}
          rows={list}
          keyOf={({ id, is_multiuse: isLink }) => `${isLink ? 'link' : 'mail'} ${String(id)}`}
          nameOf={nameOf}
          columns={columns}
          none={t.invitations.none}
          bulk={[
            ...(sendsMail ? [{ label: t.invitations.resend, run: resendAll }] : []),
            {
              label: t.invitations.revoke,
              isDangerous: true,
              run: (rows) => void (toRevoke.value = rows),
            },
          ]}
          tools={
            mayInvite && (
              <button
                type="button"
                class="button primary"
                onClick={() =>
                  navigation.go({ view: 'organization', path: ['invitations', 'new'] })
                }
              >
                {t.invitations.invite}
              </button>
            )
          }
        />
      )}
      {isInviting && mayInvite && (
        <InviteDialog
          ways={ways}
          onClose={() => navigation.go({ view: 'organization', path: ['invitations'] })}
        />
      )}
      {toRevoke.value && (
        <ConfirmDialog
          title={t.invitations.revokeTitle(toRevoke.value.length)}
          action={t.invitations.revoke}
          isDangerous
          onConfirm={() => revoke(toRevoke.peek() ?? [])}
          onClose={() => (toRevoke.value = undefined)}
        >
          <p>{t.invitations.revokeWarning}</p>
          <ul class={styles['names']}>
            {toRevoke.value.slice(0, 10).map((one) => (
              <li key={`${String(one.is_multiuse)} ${String(one.id)}`}>{nameOf(one)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}

function nameOf(invitation: Invitation): string {
  return invitation.is_multiuse ? t.invitations.linkName(invitation.id) : invitation.email
}

/** Remaining time in its largest unit. */
function untilEnd(end: number | null): string {
  if (end === null) return t.invitations.never
  const left = end - Date.now() / 1_000
  if (left <= 0) return t.invitations.ended
  const unit = [86_400, 3_600, 60].find((seconds) => left >= seconds) ?? 60
  return t.invitations.in(describeSeconds(Math.max(1, Math.round(left / unit)) * unit))
}
