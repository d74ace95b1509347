import type { AnswerOf } from '../../../../shared/calls'
import { useSignal } from '@preact/signals'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { useForm } from '../../../parts/form/use-form'
import { TextField } from '../../../ui/form/fields'
import { Form } from '../../../ui/form/form'
import type { ClaimRule } from './rule-rows'
import styles from './claim-rules.module.css'

type Outcome = AnswerOf<'POST /realm/identity_providers/{slug}/claim_rules/try'>

interface RuleTrialProps {
  slug: string
  /** The rules as they are in the form. */
  rulesOf: () => ClaimRule[]
}

/** Tells the outcome of a login with a pasted token. */
export function RuleTrial({ slug, rulesOf }: RuleTrialProps) {
  const outcome = useSignal<Outcome | undefined>(undefined)
  const form = useForm(`identity-providers/${slug}/trial`, { token: '' }, { isSecret: true })
  return (
    <>
      <h3>{t.claimRules.tryTitle}</h3>
      <Form
        form={form}
        label={t.claimRules.tryTitle}
        submit={t.claimRules.try}
        saved=""
        keepsValues
        onSubmit={async ({ token }) => {
          outcome.value = undefined
          outcome.value = await call('POST /realm/identity_providers/{slug}/claim_rules/try', {
            ...{ slug, token, rules: rulesOf() },
          })
        }}
      >
        <TextField
          name="token"
          label={t.claimRules.token}
          hint={t.claimRules.tokenHint}
          lines={3}
          maxLength={300_000}
        />
      </Form>
      {outcome.value && <Outcomes outcome={outcome.value} />}
    </>
  )
}

function Outcomes({ outcome }: { outcome: Outcome }) {
  const { store } = useApp()
  const { refusal, user_id: userId, rules, ignored, claims } = outcome
  const user = store.read('realm_users').find((each) => each.user_id === userId)
  const fitting = rules.flatMap((fits, index) => (fits ? [index + 1] : []))
  const changes = changesIn(outcome)
  return (
    <div role="status" class={styles['outcome']}>
      <p class={refusal === null ? 'notice' : 'notice bad'}>
        {refusal ?? (user ? t.claimRules.logsIn(user.full_name) : t.claimRules.joins)}
      </p>
      <p>{t.claimRules.fitting(fitting)}</p>
      {changes.length > 0 && (
        <ul>
          {changes.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {ignored.map((sentence) => (
        <p key={sentence} class="row-note">
          {sentence}
        </p>
      ))}
      <details>
        <summary>{t.claimRules.said}</summary>
        <pre>{JSON.stringify(claims, null, 2)}</pre>
      </details>
    </div>
  )
}

/** The changes of an outcome in words. */
function changesIn({ changes }: Outcome): string[] {
  const { role, fields } = changes
  const said = (list: readonly string[], say: (names: string) => string) =>
    list.length === 0 ? [] : [say(list.join(', '))]
  return [
    ...(role === null ? [] : [t.claimRules.becomes(t.person.roles[role] ?? String(role))]),
    ...said(changes.groups_to_make, t.claimRules.makesGroups),
    ...said([...changes.groups_to_join, ...changes.groups_to_make], t.claimRules.joinsGroups),
    ...said(changes.groups_to_leave, t.claimRules.leavesGroups),
    ...said(changes.channels_to_join, t.claimRules.joinsStreams),
    ...said(changes.channels_to_leave, t.claimRules.leavesStreams),
    ...fields.map(({ name, value }) => t.claimRules.fills(name, value ?? '')),
  ]
}
