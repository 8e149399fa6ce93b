// The view model of the templates, for the card that the benchmark shows. URLs are not checked: they were when the card was
// saved.

const inputs = {
  name: { label: 'Name', type: 'text', autocomplete: 'name' },
  email: {
    label: 'Email',
    type: 'email',
    autocomplete: 'email',
    pattern: '[^@]+@[^@.]+(\\.[^@.]+)+',
    title: 'name@example.com',
  },
  message: { label: 'Message', type: 'textarea', autocomplete: 'off' },
}

/** Converts a row of the table `cards` to the view model. `networks` has name and icon of each network by key. */
export function cardView(row, { origin, networks }) {
  const custom = JSON.parse(row.customizations)
  const card = {
    ...row,
    displayName: row.name,
    pronouns: custom.pronouns,
    role: row.title,
    url: `${origin}/view/${row.slug}`,
    website: custom.website && webLink(custom.website),
    tel: row.phone && telLink(row.phone),
    map: row.address && mapLink(row.address),
    photo: imageOf(row.profile_picture, [128, 256, 500], 256),
    cover: imageOf(row.cover_photo, [480, 960, 1200], 960),
    logo: row.logo_url && imageAt(row.logo_url, 250),
    video: row.video_url && youtube(row.video_url),
    rows: rowsOf(row, custom),
    buttons: JSON.parse(row.custom_buttons).map(({ text, url, backgroundColor }) => ({
      ...{ text, ...linkOf(url), color: backgroundColor.slice(1).toLowerCase() },
    })),
    socials: Object.entries(JSON.parse(row.social_links)).map(([key, url]) => ({
      key,
      ...networks[key],
      ...linkOf(url),
    })),
    gallery: JSON.parse(row.gallery).map(({ url, alt }) => ({
      ...{ ...imageOf(url, [400, 800, 1200], 400), large: imageAt(url, 1200), alt },
    })),
    form: formOf(row),
  }
  const image = row.profile_picture ?? row.cover_photo
  card.image = image && new URL(image, origin).href
  card.pageTitle = `${row.name} · ${row.title}`
  card.description = descriptionOf(card)
  card.jsonLd = JSON.stringify(personOf(card)).replace(/</g, '\\u003c')
  return card
}

function descriptionOf({ about }) {
  const text = about.replace(/\s+/g, ' ')
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}

function personOf(card) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: card.displayName,
    jobTitle: card.title,
    worksFor: { '@type': 'Organization', name: card.company },
    email: card.email,
    telephone: card.phone,
    address: card.address,
    url: card.website,
    image: card.image,
    sameAs: card.socials.map(({ href }) => href),
  }
}

function rowsOf({ phone, email, address }, { phones, emails, website }) {
  const href = webLink(website)
  const shown = href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return [
    ...labelled('Phone', phone, phones).map((row) => ({
      ...{ ...row, href: telLink(row.value), icon: 'phone', kind: 'phone', mark: 'p-tel' },
    })),
    ...labelled('Email', email, emails).map((row) => ({
      ...{ ...row, href: `mailto:${row.value}`, icon: 'mail', kind: 'email', mark: 'u-email' },
    })),
    {
      ...{ label: 'Website', value: href, shown, href },
      ...{ icon: 'globe', kind: 'website', mark: 'u-url' },
    },
    { label: 'Address', value: address, href: '#map', icon: 'pin', mark: 'p-adr' },
  ]
}

function labelled(kind, first, more) {
  const others = more.filter(({ value }) => value !== first)
  return [
    { label: kind, value: first },
    ...others.map(({ label, value }) => ({ label: labelOf(label, kind), value })),
  ]
}

function labelOf(label, kind) {
  const capital = label.charAt(0).toUpperCase() + label.slice(1)
  return label === 'mobile' || label === 'fax' ? capital : `${capital} ${kind.toLowerCase()}`
}

function linkOf(url) {
  const href = webLink(url)
  return { href, external: href.startsWith('http') }
}

function imageOf(url, widths, width) {
  if (!url) return undefined
  const srcset = widths.map((each) => `${imageAt(url, each)} ${each}w`).join(',')
  return { src: imageAt(url, width), srcset }
}

function formOf({ form_config }) {
  const { fields, ...texts } = JSON.parse(form_config)
  return { ...texts, fields: fields.map((field) => ({ ...field, ...inputs[field.key] })) }
}

function telLink(phone) {
  return `tel:${phone.replace(/[^\d+*#,]/g, '')}`
}

function webLink(address) {
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
}

function mapLink(address) {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
}

function youtube(href) {
  const video = new URL(href).searchParams.get('v')
  const src = `https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`
  return { href, kind: 'youtube', src }
}

/** The URL of a stored image at a smaller width. */
function imageAt(url, width) {
  return url.replace(/^(\/images\/[0-9a-f]{64})-\d+\.(?:jpg|png|webp)$/, `$1-${width}.webp`)
}
