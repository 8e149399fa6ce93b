import type { Card } from '../../schema/cards/card.ts'
import { cardTexts, textNames } from '../../schema/cards/card-texts.ts'
import { reachFieldNames, reachFields, reachOf } from '../../schema/cards/reach.ts'
import {
  personalFields,
  type Rule,
  rulesFor,
  sharedFields,
  type TemplateField,
  type TemplateRules,
  templateFieldNames,
} from '../../schema/templates/template-rules.ts'
import { nameOfLanguage } from '../messages/language.ts'
import { t, translated } from '../messages/t.ts'
import { FieldValue } from '../ui/FieldValue.tsx'
import { formatValue } from '../ui/format-value.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { ruleNames, ruleTexts } from './labels.ts'

type Props = {
  card: Card | undefined
  rules: TemplateRules
  onRule: (field: TemplateField, rule: Rule) => void
}

/** The template's rule for each field, next to the model card's value. */
export function RuleRows(props: Props) {
  return (
    <>
      <section className="panel rule-group" aria-labelledby="shared-fields">
        <header>
          <h2 id="shared-fields">{t('Shared by all cards')}</h2>
          <dl className="rule-words">
            {(['free', 'required', 'locked', 'hidden'] as const).map((rule) => (
              <div key={rule}>
                <dt>{ruleNames[rule]}</dt>
                <dd>{ruleTexts[rule]}</dd>
              </div>
            ))}
          </dl>
        </header>
        <Rows {...props} fields={sharedFields} />
      </section>
      <section className="panel rule-group" aria-labelledby="personal-fields">
        <header>
          <h2 id="personal-fields">{t('Personal to each owner')}</h2>
          <p>{t('These are never copied from one card to another.')}</p>
        </header>
        <Rows {...props} fields={personalFields} />
      </section>
    </>
  )
}

function Rows({ card, rules, onRule, fields }: Props & { fields: readonly TemplateField[] }) {
  return (
    <ul className="rule-rows">
      {fields.map((field) => {
        const name = translated(templateFieldNames[field])
        return (
          <li key={field}>
            <div className="rule-field">
              <h3>{name}</h3>
              {card && (
                <p dir="auto">
                  <span className="hidden-text">{t('On the model card:')} </span>
                  <FieldValue field={field} value={modelValue(card, field)} />
                </p>
              )}
              {card && <Translations card={card} field={field} />}
            </div>
            <SegmentedControl
              label={t('{name}: rule', { name })}
              options={rulesFor(field).map((value) => ({ value, label: ruleNames[value] }))}
              value={rules[field] ?? 'free'}
              onChange={(rule) => onRule(field, rule)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The model card's texts of the field in other languages, which follow the same rule. */
function Translations({ card, field }: { card: Card; field: TemplateField }) {
  const names = textNames.filter((name) => cardTexts[name].field === field)
  return Object.entries(card.locales).map(([language, texts]) => {
    const given = names.flatMap((name) => texts[name] ?? [])
    if (given.length === 0) return null
    return (
      <p key={language}>
        <small>{nameOfLanguage(language)}</small>{' '}
        <span lang={language} dir="auto">
          {given.map((text) => formatValue(field, text)).join(', ')}
        </span>
      </p>
    )
  })
}

function modelValue(card: Card, field: TemplateField): unknown {
  if (field === 'visibility')
    return reachFields
      .filter((each) => reachOf(card.customizations.visibility, each) !== 'everyone')
      .map((each) => translated(reachFieldNames[each]))
  if (field === 'website') return card.customizations.website
  // Only the networks, not their URLs.
  if (field === 'socialLinks') return Object.keys(card.socialLinks)
  if (field === 'formConfig') return card.formConfig.fields
  return card[field]
}
