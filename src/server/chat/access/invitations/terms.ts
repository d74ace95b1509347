import type { NewInvitation } from '../../../data/users/invitations'
import type { Tx } from '../../../data/engine/database'
import type { Requester } from '../../rules/authentication'
import { isAdministrator } from '../../../../shared/rules/roles'
import { checkContent } from '../../rules/texts'
import { checkInvitedAs, checkInvitedGroups, checkInvitedStreams } from './rights'
import { looksEmpty } from '../../../lib/characters'

/** Role, memberships and expiry of an invitation. */
export interface Terms {
  role: number
  streamIds: readonly number[]
  groupIds: readonly number[]
  withDefaultStreams: boolean
  /** null: never. */
  expiresInMinutes: number | null
  /** Second message of Welcome Bot to newcomers; null: the organization's, '': none. */
  welcomeText: string | null
}

/** The columns of an invitation that follow from its terms. */
export type CheckedTerms = Omit<NewInvitation, 'email' | 'link_key' | 'notifies_inviter'>

const minuteMs = 60_000

/** @throws BadRequestError for a text that no message could hold */
function checkWelcomeText(text: string | null): string | null {
  if (text === null) return null
  return looksEmpty(text) ? '' : checkContent(text)
}

/**
 * Checks that the requester may invite on these terms.
 * @throws as `checkInvitedAs`, `checkInvitedStreams` and `checkInvitedGroups` in ./rights.ts
 */
export async function checkTerms(
  tx: Tx,
  requester: Requester,
  { role, streamIds, groupIds, withDefaultStreams, expiresInMinutes, welcomeText }: Terms,
): Promise<CheckedTerms> {
  return {
    realm_id: requester.realm_id,
    invited_by: requester.id,
    invited_as: checkInvitedAs(requester, role),
    stream_ids: await checkInvitedStreams(tx, requester, streamIds),
    group_ids: await checkInvitedGroups(tx, requester, groupIds),
    with_default_streams: withDefaultStreams,
    created_at: tx.now,
    expires_at:
      expiresInMinutes === null ? null : new Date(tx.now.getTime() + expiresInMinutes * minuteMs),
    remind_at: null,
    // Source: docs/protocol/sign-up.md#invite-welcome-text.
    welcome_text: isAdministrator(requester) ? checkWelcomeText(welcomeText) : null,
  }
}
