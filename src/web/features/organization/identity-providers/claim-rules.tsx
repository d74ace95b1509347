import { roles } from '../../../../shared/rules/roles'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import { byName } from '../../../data/conversations/names'
import * as t from '../../../texts/catalog'
import { useForm } from '../../../parts/form/use-form'
import { Select } from '../../../ui/form/fields'
import type { Choice } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import type { Provider } from './kinds'
import { RuleTrial } from './rule-trial'
import { comparisons, effects, emptyRow, isComplete, rowOf, ruleOf } from './rule-rows'
import type { ClaimRule, RuleRow } from './rule-rows'
import styles from './claim-rules.module.css'

interface ClaimRulesProps {
  provider: Provider
  onSaved: () => void
}

const choicesOf = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** The rules for the claims of a provider, and a trial of them. */
export function ClaimRules({ provider, onSaved }: ClaimRulesProps) {
  const { slug, claim_rules: stored } = provider
  const form = useForm(`identity-providers/${slug}/rules`, {
    rules: stored.map((rule): RuleRow & { before?: ClaimRule } => ({
      ...rowOf(rule),
      before: rule,
    })),
  })
  const { rules: rows } = form.values.value
  const change = (place: number, changes: Partial<RuleRow>) =>
    form.set(
      'rules',
      rows.map((row, index) => (index === place ? { ...row, ...changes } : row)),
    )
  const wanted = () => {
    if (!rows.every(isComplete)) throw new FieldRefusal('', t.claimRules.incomplete)
    return rows.map((row) => ruleOf(row, row.before))
  }

  return (
    <div class={styles['body']}>
      <p>{t.claimRules.about}</p>
      <Form
        form={form}
        label={t.claimRules.titleOf(provider.display_name)}
        onSaved={onSaved}
        more={
          <button
            type="button"
            class="button"
            onClick={() => form.set('rules', [...rows, emptyRow])}
          >
            {t.claimRules.add}
          </button>
        }
        onSubmit={() =>
          call('PUT /realm/identity_providers/{slug}/claim_rules', { slug, rules: wanted() })
        }
      >
        {rows.length === 0 && <p class="row-note">{t.claimRules.none}</p>}
        <ol role="list" class={styles['rules']}>
          {rows.map((row, index) => (
            <Row
              key={index}
              row={row}
              number={index + 1}
              onChange={(changes) => change(index, changes)}
              onRemove={() =>
                form.set(
                  'rules',
                  rows.filter((_, place) => place !== index),
                )
              }
            />
          ))}
        </ol>
      </Form>
      <RuleTrial slug={slug} rulesOf={wanted} />
    </div>
  )
}

interface RowProps {
  row: RuleRow
  number: number
  onChange: (changes: Partial<RuleRow>) => void
  onRemove: () => void
}

function Row({ row, number, onChange, onRemove }: RowProps) {
  const targets = useTargets(row.effect)
  const input = (name: 'claim' | 'text', label: string) => (
    <input
      class="field"
      aria-label={label}
      placeholder={label}
      value={row[name]}
      maxLength={500}
      onInput={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <li class={styles['rule']} aria-label={t.claimRules.rule(number)}>
      {input('claim', t.claimRules.claim)}
      <Select
        tie={{ 'aria-label': t.claimRules.comparison }}
        choices={choicesOf(comparisons, t.claimRules.comparisons)}
        value={row.comparison}
        onChoose={(value) => onChange({ comparison: value as RuleRow['comparison'] })}
      />
      {row.comparison !== 'any' && input('text', t.claimRules.text)}
      <Select
        tie={{ 'aria-label': t.claimRules.effect }}
        choices={choicesOf(effects, t.claimRules.effects)}
        value={row.effect}
        onChoose={(value) => onChange({ effect: value as RuleRow['effect'], target: undefined })}
      />
      {row.effect !== 'groups' && (
        <Select
          tie={{ 'aria-label': t.claimRules.target }}
          choices={targets}
          value={row.target}
          onChoose={(value) => onChange({ target: value as RuleRow['target'] })}
        />
      )}
      <button
        type="button"
        class="button"
        aria-label={t.claimRules.removeRule(number)}
        onClick={onRemove}
      >
        {t.identityProviders.remove}
      </button>
    </li>
  )
}

/** The things that a rule with an effect can give. */
function useTargets(effect: RuleRow['effect']): readonly Choice[] {
  const { store } = useApp()
  const named = (list: readonly { value: number; label: string }[]) =>
    [...list].sort((one, other) => byName(one.label, other.label))
  switch (effect) {
    case 'role':
      return Object.entries(roles).map(([value, role]) => ({
        ...{ value, label: t.person.roles[role] ?? value },
      }))
    case 'group_id':
      return named(
        store
          .read('realm_user_groups')
          .filter(({ is_system_group: isSystems, deactivated }) => !isSystems && !deactivated)
          .map(({ id, name }) => ({ value: id, label: name })),
      )
    case 'channel_id':
      return named(
        store.read('streams').map(({ stream_id: id, name }) => ({ value: id, label: name })),
      )
    case 'field_id':
      return store
        .read('custom_profile_fields')
        .filter(({ type }) => type !== peopleType)
        .map(({ id, name }) => ({ value: id, label: name }))
    case 'groups':
      return []
  }
}

/** Fields of this type name people. Source: docs/protocol/accounts.md#profile-field-types. */
const peopleType = 6
