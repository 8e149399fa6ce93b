// The view model of the templates.
import { linkIcon, networks } from './icons.mjs'
import { imageAt, mapLink, player, srcset, telLink, webLink } from './links.mjs'

const inputs = {
  name: { label: 'Name', type: 'text', autocomplete: 'name' },
  email: {
    label: 'Email',
    type: 'email',
    autocomplete: 'email',
    pattern: '[^@]+@[^@.]+(\\.[^@.]+)+',
    title: 'name@example.com',
  },
  phone: { label: 'Phone', type: 'tel', autocomplete: 'tel' },
  company: { label: 'Company', type: 'text', autocomplete: 'organization' },
  message: { label: 'Message', type: 'textarea', autocomplete: 'off' },
  question1: { label: 'Question 1', type: 'text', autocomplete: 'off' },
  question2: { label: 'Question 2', type: 'text', autocomplete: 'off' },
}

/** Converts a row of the table `cards` to the view model. */
export function cardView(row, origin) {
  const custom = JSON.parse(row.customizations)
  const card = {
    ...row,
    displayName: row.name ?? row.company ?? row.slug,
    about: row.about ?? custom.about,
    pronouns: custom.pronouns,
    role: [row.title, custom.department].filter(Boolean).join(', '),
    url: `${origin}/view/${row.slug}`,
    website: custom.website && webLink(custom.website),
    tel: row.phone && telLink(row.phone),
    map: row.address && mapLink(row.address),
    photo: imageOf(row.profile_picture, [128, 256, 500], 256),
    cover: imageOf(row.cover_photo, [480, 960, 1200], 960),
    logo: row.logo_url && imageAt(row.logo_url, 250),
    video: row.video_url && player(row.video_url),
    rows: rowsOf(row, custom),
    buttons: JSON.parse(row.custom_buttons).map(buttonOf),
    socials: Object.entries(JSON.parse(row.social_links)).map(socialOf),
    gallery: JSON.parse(row.gallery).map(photoOf),
    form: formOf(row),
  }
  const image = row.profile_picture ?? row.cover_photo
  card.image = image && new URL(image, origin).href
  card.pageTitle = [card.displayName, row.title].filter(Boolean).join(' · ')
  card.description = descriptionOf(card)
  card.jsonLd = JSON.stringify(personOf(card)).replace(/</g, '\\u003c')
  return card
}

function descriptionOf({ about, displayName, title, company }) {
  if (!about) return `${[displayName, title, company].filter(Boolean).join(', ')}. Contact details.`
  const text = about.replace(/\s+/g, ' ')
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}

function personOf(card) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: card.displayName,
    jobTitle: card.title ?? undefined,
    worksFor: card.company ? { '@type': 'Organization', name: card.company } : undefined,
    email: card.email ?? undefined,
    telephone: card.phone ?? undefined,
    address: card.address ?? undefined,
    url: card.website ?? card.url,
    image: card.image ?? undefined,
    sameAs: card.socials.length > 0 ? card.socials.map(({ href }) => href) : undefined,
  }
}

function rowsOf({ phone, email, address }, { phones, emails, website }) {
  const rows = []
  for (const { label, value } of labelled('Phone', phone, phones))
    rows.push({ icon: 'phone', label, value, href: telLink(value), kind: 'phone', mark: 'p-tel' })
  for (const { label, value } of labelled('Email', email, emails))
    rows.push({
      icon: 'mail',
      label,
      value,
      href: `mailto:${value}`,
      kind: 'email',
      mark: 'u-email',
    })
  if (website) {
    const href = webLink(website)
    const shown = href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
    rows.push({
      icon: 'globe',
      label: 'Website',
      value: href,
      shown,
      href,
      kind: 'website',
      mark: 'u-url',
    })
  }
  if (address)
    rows.push({ icon: 'pin', label: 'Address', value: address, href: '#map', mark: 'p-adr' })
  return rows
}

function labelled(kind, first, more) {
  const all = (more ?? [])
    .filter(({ value }) => value !== first)
    .map(({ label, value }) => ({ label: labelOf(label, kind), value }))
  return first ? [{ label: kind, value: first }, ...all] : all
}

function labelOf(label, kind) {
  const capital = label.charAt(0).toUpperCase() + label.slice(1)
  return label === 'mobile' || label === 'fax' ? capital : `${capital} ${kind.toLowerCase()}`
}

function buttonOf({ text, url, backgroundColor }) {
  return { text, ...linkOf(url), color: backgroundColor.slice(1).toLowerCase() }
}

function socialOf([key, url]) {
  const { name = key.charAt(0).toUpperCase() + key.slice(1), icon = linkIcon } = networks[key] ?? {}
  return { key, name, icon, ...linkOf(url) }
}

function linkOf(url) {
  const href = webLink(url)
  return { href, external: href.startsWith('http') }
}

function imageOf(url, widths, width) {
  return url && { src: imageAt(url, width), srcset: srcset(url, widths) }
}

function photoOf({ url, alt }, index, { length }) {
  return {
    ...imageOf(url, [400, 800, 1200], 400),
    large: imageAt(url, 1200),
    alt: alt ?? `Gallery image ${index + 1} of ${length}`,
  }
}

function formOf({ form_config, name, company }) {
  const { fields, consent, thanks } = JSON.parse(form_config)
  return {
    fields: fields.map((field) => ({
      ...inputs[field.key],
      key: field.key,
      label: field.label ?? inputs[field.key].label,
      required: field.required,
    })),
    consent: consent ?? `Your details go to ${name ?? company ?? 'the owner of this card'}.`,
    thanks: thanks ?? 'Thank you. Your details have been sent.',
  }
}
