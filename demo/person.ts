/** A demo person: their card, its images and its amount of traffic. */
import type * as z from 'zod/mini'
import type { CardInput } from '../schema/cards/card.ts'
import type { CustomButton, Customizations } from '../schema/cards/card-fields.ts'
import type { FormConfig } from '../schema/inbox/form.ts'
import type { SharePointKind } from '../schema/share-points/share-point.ts'
import type { CityName } from './visitors.ts'

/** The images are `pictures/<slug>-<name>`; every person has `profile.jpg` and `logo.png`. */
export type Person = {
  owner: 'admin' | 'alice' | 'devon' | 'maria' | 'ben'
  /** Whether `cover.jpg` exists. */
  cover?: true
  /** Whether `favicon.png` exists; otherwise the logo is the favicon. */
  favicon?: true
  /** Names of JPEG files, without `.jpg`, and their alternative texts. */
  gallery: [name: string, alt: string][]
  /** The places where the card is given out, the one with the most scans first. */
  sharePoints?: [label: string, kind: SharePointKind][]
  traffic: Traffic
  submissions?: Record<string, string>[]
  card: Pick<CardInput, 'slug' | 'theme' | 'name' | 'title' | 'company' | 'phone' | 'email'> &
    Pick<CardInput, 'address' | 'about' | 'videoUrl'> &
    Pick<Details, 'nameParts' | 'phones' | 'emails' | 'pronouns' | 'department' | 'customCss'> & {
      /** Latitude and longitude of the address, so that seeding needs no geocoder. */
      pin: [number, number]
      website: string
      socialLinks: Record<string, string>
      customButtons: CustomButton[]
      embedCodes?: string[]
      form?: z.input<typeof FormConfig>
    }
}

type Details = Partial<z.input<typeof Customizations>>

type Traffic = {
  /** Views on an ordinary weekday at the end of the ninety days; half as many at the start. */
  views: number
  /** Views on a Saturday or Sunday, as a fraction of a weekday's. */
  weekend: number
  /** Local hour with the most views. */
  peak: number
  /** Clicks and saved contacts per view. */
  clicks: number
  saves: number
  /** A day with many scans: how many days ago, and its views as a multiple of an ordinary day's. */
  event: { ago: number; times: number }
  /** Cities of the visitors with their weights, the place of the event first. */
  cities: Partial<Record<CityName, number>>
}

const networks = {
  linkedin: (name: string) => `https://www.linkedin.com/in/${name}-demo`,
  twitter: (name: string) => `https://x.com/${name.replaceAll('-', '')}_demo`,
  facebook: (name: string) => `https://www.facebook.com/${name}.demo`,
  instagram: (name: string) => `https://www.instagram.com/${name}.demo`,
  youtube: (name: string) => `https://www.youtube.com/@${name}-demo`,
  whatsapp: () => 'https://wa.me/15550100199',
  viber: () => 'https://viber.me/15550100199',
  telegram: (name: string) => `https://t.me/${name.replaceAll('-', '_')}_demo`,
  skype: (name: string) => `https://join.skype.com/invite/${name}-demo`,
  gmail: (name: string) => `mailto:${name}.demo@gmail.example`,
  wechat: (name: string) => `https://weixin.qq.com/r/${name}-demo`,
  threads: (name: string) => `https://www.threads.net/@${name}.demo`,
  tiktok: (name: string) => `https://www.tiktok.com/@${name}.demo`,
  pinterest: (name: string) => `https://www.pinterest.com/${name}demo/`,
  snapchat: (name: string) => `https://www.snapchat.com/add/${name}-demo`,
  discord: (name: string) => `https://discord.gg/${name}-demo`,
  medium: (name: string) => `https://medium.com/@${name}-demo`,
  video: (name: string) => `https://video.example/${name}`,
  github: (name: string) => `https://github.com/${name}-demo`,
  behance: (name: string) => `https://www.behance.net/${name}-demo`,
  mastodon: (name: string) => `https://social.example/@${name}`,
}

/** Returns a button of a card. */
export function button(text: string, url: string, backgroundColor: string): CustomButton {
  return { text, url, backgroundColor }
}

/** Returns fictitious profile URLs on these social networks. */
export function socialLinks(name: string, keys: (keyof typeof networks)[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, networks[key](name)]))
}
