/**
 * Keeps fields that repeat each other equal: the name and its parts; phone and email and the same entries among the additional
 * ones; the website and About in both of their places. If a save changes one of them, the other follows.
 */
import type { CardInput } from '../../schema/cards/card.ts'
import type { LabeledContact } from '../../schema/cards/card-fields.ts'
import type { NameParts } from '../../schema/cards/card-texts.ts'
import { contactName, splitName } from './vcard-name.ts'

type MirroredFields = Pick<
  CardInput,
  'name' | 'phone' | 'email' | 'about' | 'customizations' | 'locales'
> & { website?: string | null | undefined }

/** Returns the card to store: `input`, in which fields that mirror a changed one follow it. */
export function withMirrors<T extends MirroredFields>(stored: MirroredFields, input: T): T {
  const { customizations: before } = stored
  const { customizations: after } = input
  const name = followedName(nameOf(stored), nameOf(input))
  const phone = followedContact([stored.phone, before.phones], [input.phone, after.phones])
  const email = followedContact([stored.email, before.emails], [input.email, after.emails])
  const about = followedAbout(stored, input)
  return {
    ...input,
    ...(name && { name: name.name }),
    ...(phone && { phone: phone.main }),
    ...(email && { email: email.main }),
    ...(about && { about: about.about }),
    website: undefined,
    ...(input.locales && { locales: followedLocales(stored.locales, input.locales) }),
    customizations: {
      ...after,
      website: websiteOf(before.website, input),
      ...(name && { nameParts: name.nameParts }),
      ...(phone && { phones: phone.more }),
      ...(email && { emails: email.more }),
      ...(about && { about: about.fallback }),
    },
  }
}

/**
 * Returns `input` as an earlier save of the same input may have stored it. What was stored before that save is no longer known,
 * so a field takes its value from `saved` wherever `withMirrors` could have produced that value.
 */
export function asSaved<T extends MirroredFields>(saved: MirroredFields, input: T): T {
  const unchanged = withMirrors(input, input)
  const { nameParts, phones, emails, about } = input.customizations
  const followed = withMirrors(
    {
      ...input,
      name: null,
      phone: phones?.[0]?.value ?? null,
      email: emails?.[0]?.value ?? null,
      about: null,
      locales: withoutNames(input.locales),
    },
    input,
  )
  const keys = ['nameParts', 'phones', 'emails', 'about'] as const
  const dependent = keys.flatMap((key) =>
    isSame(saved.customizations[key], followed.customizations[key])
      ? [[key, saved.customizations[key]] as const]
      : [],
  )
  const isAmong = (value: string | null, list: LabeledContact[] | null | undefined) =>
    list?.some((entry) => entry.value.trim() === value)
  return {
    ...unchanged,
    ...(nameParts && formattedName(nameParts) === saved.name && { name: saved.name }),
    ...(isAmong(saved.phone, phones) && { phone: saved.phone }),
    ...(isAmong(saved.email, emails) && { email: saved.email }),
    ...(about && about === saved.about && { about }),
    ...(isSame(saved.locales, followed.locales) && { locales: saved.locales }),
    customizations: { ...unchanged.customizations, ...Object.fromEntries(dependent) },
  }
}

/** Formats name parts as one line; the family name comes first if both are in East Asian scripts. */
export function formattedName({ prefix, given, additional, family, suffix }: NameParts): string {
  const familyFirst = given && family && eastAsian.test(given) && eastAsian.test(family)
  const words = familyFirst ? [family, given] : [prefix, given, additional, family]
  return [words.filter(Boolean).join(' '), suffix].filter(Boolean).join(', ')
}

const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u

// The name and its parts.

type Name = { name: string | null; nameParts: NameParts | null }

const maxNameLength = 100
const splitKeys = ['prefix', 'given', 'additional', 'family', 'suffix'] as const
/** A name without parts, which phones split themselves. */
export const noSplit = { prefix: null, given: null, additional: null, family: null, suffix: null }

function nameOf({ name, customizations }: MirroredFields): Name {
  return { name, nameParts: customizations.nameParts ?? null }
}

/** Returns the name and parts to store; undefined if both can stay as they are. */
function followedName(before: Name, after: Name): Name | undefined {
  if (!isSame(before.name, after.name)) {
    if (!after.nameParts) return undefined
    return { name: after.name, nameParts: followedParts(before, after.name ?? '', after.nameParts) }
  }
  const name = after.nameParts && formattedName(after.nameParts)
  const wasDerived = before.nameParts && formattedName(before.nameParts) === before.name
  const hasChanged = !isSame(before.nameParts, after.nameParts)
  if (!name || !wasDerived || !hasChanged || name.length > maxNameLength) return undefined
  return { name, nameParts: after.nameParts }
}

/** Returns the parts of a changed name: those that were changed with it, and those that the new name still has. */
function followedParts(before: Name, name: string, parts: NameParts): NameParts | null {
  const old: NameParts = before.nameParts ?? noSplit
  const isStale = (key: keyof NameParts) => isSame(old[key], parts[key]) && Boolean(parts[key])
  const split = nameFits(parts, name) ? parts : followedSplit(name, { parts, isStale })
  const was = contactName(before.name ?? '', before.nameParts)
  const reading = (key: 'phoneticGiven' | 'phoneticFamily', of: string) =>
    isStale(key) && !hasWords(name, of) ? null : parts[key]
  const followed = {
    ...split,
    phoneticGiven: reading('phoneticGiven', was.given),
    phoneticFamily: reading('phoneticFamily', was.family),
    latinName:
      isStale('latinName') && !isSame(plainWords(name), plainWords(before.name ?? ''))
        ? null
        : parts.latinName,
  }
  return Object.values(followed).some(Boolean) ? followed : null
}

/** Returns the split of a changed name. If no part was changed with it, there is none: phones then split the name. */
function followedSplit(
  name: string,
  { parts, isStale }: { parts: NameParts; isStale: (key: keyof NameParts) => boolean },
) {
  if (splitKeys.every((key) => !parts[key] || isStale(key))) return noSplit
  const split = splitName(name)
  const entries = splitKeys.map((key) => {
    const isGone = isStale(key) && !hasWords(name, parts[key] ?? '')
    return [key, (isGone ? split[key] : parts[key]) || null] as const
  })
  const mixed = { ...noSplit, ...Object.fromEntries(entries) }
  return isUnrelated(mixed, name) ? noSplit : mixed
}

/** Whether the parts have the same words as the name. */
export function nameFits(parts: NameParts, name: string): boolean {
  const written = sortedWords(splitKeys.map((key) => parts[key] ?? '').join(' '))
  const unspaced = formattedName(parts).replace(/\s/g, '')
  return (
    isSame(written, sortedWords(name)) ||
    isSame(written, plainWords(name)) ||
    (unspaced !== '' && unspaced === name.replace(/\s/g, ''))
  )
}

/** Whether name and parts have no word in common, although they are in the same script: a name can be in two scripts. */
function isUnrelated(parts: NameParts, name: string): boolean {
  const written = splitKeys.map((key) => parts[key] ?? '').join(' ')
  const isLatin = (text: string) => /\p{Script=Latin}/u.test(text)
  return (
    isLatin(written) === isLatin(name) && !wordsOf(written).some((word) => hasWords(name, word))
  )
}

function hasWords(name: string, text: string): boolean {
  const words = new Set(wordsOf(name))
  return wordsOf(text).every(
    (word) => words.has(word) || (eastAsian.test(word) && name.includes(word)),
  )
}

/** Returns the words of the name without pronouns and roles. */
function plainWords(name: string): string[] {
  return sortedWords(Object.values(splitName(name)).join(' '))
}

function sortedWords(text: string): string[] {
  return wordsOf(text).toSorted()
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function followedLocales(
  stored: CardInput['locales'],
  locales: NonNullable<CardInput['locales']>,
): NonNullable<CardInput['locales']> {
  const followed = Object.entries(locales).map(([language, texts]) => {
    const before = stored?.[language]
    const name = followedName(
      { name: before?.name ?? null, nameParts: before?.nameParts ?? null },
      { name: texts.name ?? null, nameParts: texts.nameParts ?? null },
    )
    // A translation without a name uses the parts of the base language.
    if (!name || !texts.name) return [language, texts] as const
    const { name: _, nameParts: __, ...others } = texts
    return [
      language,
      {
        ...others,
        ...(name.name !== null && { name: name.name }),
        ...(name.nameParts && { nameParts: name.nameParts }),
      },
    ] as const
  })
  return Object.fromEntries(followed)
}

function withoutNames(locales: CardInput['locales']): CardInput['locales'] {
  const texts = Object.entries(locales ?? {}).map(([language, { name: _, ...others }]) => [
    language,
    others,
  ])
  return Object.fromEntries(texts)
}

// The first phone and email.

type Contacts = readonly [main: string | null, more: LabeledContact[] | null | undefined]

/**
 * Returns the main value and the additional ones to store; undefined if both can stay. An additional one may repeat the
 * main one.
 */
function followedContact(
  [wasMain, wasMore]: Contacts,
  [main, more]: Contacts,
): { main: string | null; more: LabeledContact[] } | undefined {
  const was = wasMain?.trim()
  const is = main?.trim() || null
  const mirrored = (wasMore ?? []).findIndex(({ value }) => value.trim() === was)
  if (!was || mirrored < 0 || !more) return undefined
  const left = more.findIndex(({ value }) => value.trim() === was)
  if (is !== was && left >= 0) {
    const isTwice = more.some(({ value }) => value.trim() === is)
    if (!is || isTwice) return { main, more: more.toSpliced(left, 1) }
    return { main, more: more.with(left, { label: more[left]?.label ?? 'work', value: is }) }
  }
  const edited = more.length === wasMore?.length ? more[mirrored]?.value.trim() : undefined
  // If the mirrored entry was removed and another added, the entry in its place is one that was there before.
  const isOther = wasMore?.some(({ value }) => value.trim() === edited)
  return is === was && left < 0 && edited && !isOther ? { main: edited, more } : undefined
}

// The website, which a save can also send as a field of its own, and About.

function websiteOf(stored: string | null, { website, customizations }: MirroredFields) {
  if (website === undefined) return customizations.website
  return website !== null || isSame(stored, customizations.website)
    ? website
    : customizations.website
}

/**
 * Returns About and its fallback, `customizations.about`, which is shown while `about` is empty; undefined if both can
 * stay.
 */
function followedAbout(
  stored: MirroredFields,
  { about, customizations }: MirroredFields,
): { about: string | null; fallback: string | null } | undefined {
  const fallback = customizations.about
  const isChanged = !isSame(stored.about, about)
  const isFallbackChanged = !isSame(stored.customizations.about, fallback)
  if (isChanged && !isFallbackChanged && fallback) return { about, fallback: null }
  return about && !isChanged && isFallbackChanged && fallback
    ? { about: fallback, fallback: null }
    : undefined
}

/** Whether both are equal. Absent, null and empty values are equal. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value || null, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => Boolean(inner))
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  )
}
