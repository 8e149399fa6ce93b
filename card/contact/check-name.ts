/** The part of the contact check about the name: ambiguous splits, and characters that some devices cannot display. */
import type { NameParts } from '../../schema/cards/card-texts.ts'
import { type CheckedCard, type Finding, type Fix, withCustomizations } from './findings.ts'
import { nameFits, noSplit } from './mirrored-fields.ts'
import { sanitizeText } from './vcard-lines.ts'
import { contactName, splitName, withoutEmoji } from './vcard-name.ts'

export function nameFindings(card: CheckedCard): Finding[] {
  const name = sanitizeText(card.name)
  if (!name) return []
  const parts = card.customizations.nameParts
  // An empty name leaves only the saved parts, without the phonetic and the Latin name.
  const hasNameParts = Object.values(contactName('', parts)).some(Boolean)
  return [
    ...(hasNameParts ? staleParts(card, name) : ambiguousSplit(card, name)),
    ...emoji(card, name),
  ]
}

/** Returns a finding if the name parts no longer match the name on the card. */
function staleParts(card: CheckedCard, name: string): Finding[] {
  const parts = contactName(name, card.customizations.nameParts)
  if (nameFits(parts, name)) return []
  const saved = [parts.prefix, parts.given, parts.additional, parts.family, parts.suffix]
  return [
    {
      id: 'name-parts',
      title: 'Name in contacts is different',
      detail: `The card says “${name}”, but the contact would be saved as “${saved.filter(Boolean).join(' ')}”.`,
      fixes: [
        {
          label: `Use the parts of “${name}”`,
          // Without saved parts, the contact file splits the name.
          change: withCustomizations(card, { nameParts: withSplit(card, noSplit) }),
        },
      ],
    },
  ]
}

function ambiguousSplit(card: CheckedCard, name: string): Finding[] {
  const split = splitName(name)
  const options = splitsOf(name).map((parts): Fix => {
    const nameParts = withSplit(card, {
      prefix: split.prefix || null,
      suffix: split.suffix || null,
      given: parts.given || null,
      additional: parts.additional || null,
      family: parts.family || null,
    })
    return { label: spokenSplit(parts), change: withCustomizations(card, { nameParts }) }
  })
  if (options.length === 0) return []
  return [
    {
      id: 'name-split',
      title: 'Which part is the family name?',
      detail: `Phones sort contacts by it. The name would be saved as: ${spokenSplit(split)}.`,
      fixes: options,
    },
  ]
}

/** Returns the card's name parts with this split. The phonetic and the Latin name are kept. */
function withSplit({ customizations }: CheckedCard, split: NameParts): NameParts | null {
  const parts = { ...customizations.nameParts, ...split }
  return Object.values(parts).some(Boolean) ? parts : null
}

type Split = { given: string; additional: string; family: string }

/** Returns the possible splits of a name, most likely first; empty if there is only one. */
function splitsOf(name: string): Split[] {
  const { given, additional, family } = splitName(name)
  if (eastAsian.test(name)) {
    // Without a space, the family name comes first and usually has one or two characters.
    const characters = [...name]
    return [1, 2]
      .filter((length) => length < characters.length)
      .map((length) => ({
        family: characters.slice(0, length).join(''),
        given: characters.slice(length).join(''),
        additional: '',
      }))
  }
  // A comma, or a particle such as von, shows where the family name begins.
  if (!additional || name.includes(',') || family.includes(' ')) return []
  return [
    { given: `${given} ${additional}`, additional: '', family },
    { given, additional: '', family: `${additional} ${family}` },
    { given, additional, family },
  ]
}

const eastAsian = /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}]{2,5}$/u

function spokenSplit({ given, additional, family }: Split): string {
  if (given && additional && family) return `Given ${given}, middle ${additional}, family ${family}`
  if (given && additional) return `Given ${given}, middle ${additional}`
  if (given && family) return `Given ${given}, family ${family}`
  return given ? `Given ${given}` : `Family ${family}`
}

function emoji(card: CheckedCard, name: string): Finding[] {
  const title = 'Emoji in the name'
  const plain = withoutEmoji(name)
  if (plain === name) return []
  const { nameParts } = card.customizations
  const change = {
    name: plain,
    ...(nameParts && withCustomizations(card, { nameParts: plainParts(nameParts) })),
  }
  return [
    {
      id: 'emoji',
      title,
      detail: "Cars, desk phones and Outlook show empty boxes instead, and search can't find it.",
      fixes: plain ? [{ label: `Use “${plain}”`, change }] : [],
    },
  ]
}

function plainParts(parts: NameParts): NameParts {
  const plain = (text: string | null) => (text && withoutEmoji(text)) || null
  return {
    ...parts,
    prefix: plain(parts.prefix),
    given: plain(parts.given),
    additional: plain(parts.additional),
    family: plain(parts.family),
    suffix: plain(parts.suffix),
  }
}
