import { useRef } from 'preact/hooks'
import { PasswordField } from '../../parts/password-field/password-field'
import { wordsOfOwner } from '../../parts/password-field/strength'
import type { Organisation } from '../door/use-organisation'

interface NewPasswordFieldProps {
  name: string
  label: string
  organisation: Organisation | undefined | null
  isFocused?: boolean
  /** What the server has against it. */
  refusal?: string | undefined
}

/** Asks for a password that somebody chooses who is not in yet: what is known of them is what the form has. */
export function NewPasswordField({ organisation, ...field }: NewPasswordFieldProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { password_min_length: minLength, password_min_guesses: minGuesses } = organisation ?? {}

  function owner(): readonly string[] {
    const form = frame.current?.closest('form')
    const textOf = (name: string) =>
      form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value
    const realmName = organisation?.realm_name
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
