import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import type { User } from '../../../data/records/state'
import styles from './people.module.css'

interface PasswordDialogProps {
  person: User
  onClose: () => void
}

/** Sends a user a password reset link by mail, or shows the link if the server sends no mail. */
export function PasswordDialog({ person, onClose }: PasswordDialogProps) {
  const answer = useSignal<{ link?: string | null } | undefined>(undefined)
  const name = person.full_name
  if (!answer.value) {
    return (
      <ConfirmDialog
        title={t.peopleTable.passwordTitle(name)}
        action={t.peopleTable.passwordAction}
        onClose={() => answer.peek() ?? onClose()}
        onConfirm={async () => {
          answer.value = await call('POST /users/{user_id}/password_reset', {
            user_id: person.user_id,
          })
        }}
      >
        <p>{t.peopleTable.passwordNote}</p>
      </ConfirmDialog>
    )
  }
  const { link } = answer.value
  return (
    <Dialog
      title={t.peopleTable.passwordTitle(name)}
      size="small"
      onClose={onClose}
      actions={
        <button type="button" class="button primary" onClick={onClose}>
          {t.dialog.close}
        </button>
      }
    >
      {link ? (
        <div class={styles['link']}>
          <p>{t.peopleTable.passwordLink(name)}</p>
          <input class="field" readOnly aria-label={t.peopleTable.passwordLinkName} value={link} />
          <CopyButton label={t.peopleTable.copyLink} text={link} />
        </div>
      ) : (
        <p>{t.peopleTable.passwordMailed(name)}</p>
      )}
    </Dialog>
  )
}
