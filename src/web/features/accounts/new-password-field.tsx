import { useRef } from 'preact/hooks'
import { PasswordField } from '../../ui/password-field/password-field'
import { wordsOfOwner } from '../../ui/password-field/strength'
import type { Organization } from '../logged-out/use-organization'

interface NewPasswordFieldProps {
  name: string
  label: string
  organization: Organization | undefined | null
  isFocused?: boolean
  /** The server's error for this field. */
  refusal?: string | undefined
}

/**
 * Password field for visitors who are not logged in; the words about the owner come from the other fields of the
 * form.
 */
export function NewPasswordField({ organization, ...field }: NewPasswordFieldProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { password_min_length: minLength, password_min_guesses: minGuesses } = organization ?? {}

  function owner(): readonly string[] {
    const form = frame.current?.closest('form')
    const textOf = (name: string) =>
      form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value
    const realmName = organization?.realm_name
    return wordsOfOwner({ email: textOf('email'), fullName: textOf('full_name'), realmName })
  }

  return (
    <div ref={frame}>
      <PasswordField
        {...field}
        isRequired
        rule={
          minLength === undefined || minGuesses === undefined
            ? undefined
            : { minLength, minGuesses }
        }
        owner={owner}
      />
    </div>
  )
}
