/** What the demo knows of a person: their card, their pictures, and who visits them. */
import type { CardInput, CustomButton } from '../../../schema/card.ts'
import type { Logo } from '../logos.ts'
import type { looks } from '../looks.ts'
import type { Palette } from '../palettes.ts'
import type { SceneName } from '../scenes.ts'
import type { CityName } from '../traffic.ts'

export type Person = {
  owner: 'admin' | 'alice' | 'devon' | 'maria' | 'ben'
  look: keyof typeof looks
  palette: Palette
  cover?: SceneName
  logo: Logo
  /** Scene and its description. */
  gallery: [SceneName, string][]
  traffic: Traffic
  submissions?: Record<string, string>[]
  card: Pick<CardInput, 'slug' | 'theme' | 'name' | 'title' | 'company' | 'phone' | 'email'> &
    Pick<CardInput, 'address' | 'about' | 'videoUrl'> & {
      /** Latitude and longitude of the address: the demo's maps need no geocoder. */
      pin: [number, number]
      website: string
      socialLinks: Record<string, string>
      customButtons: CustomButton[]
      nameParts?: {
        prefix?: string
        given: string
        additional?: string
        family: string
        suffix?: string
      }
      phones?: Labelled[]
      emails?: Labelled[]
      pronouns?: string
      department?: string
      customCss?: string
      embedCodes?: string[]
      form?: Form
    }
}

type Labelled = { label: 'mobile' | 'work' | 'home' | 'fax' | 'other'; value: string }
type Form = {
  fields: {
    key: 'name' | 'email' | 'phone' | 'company' | 'message' | 'question1'
    label?: string
    required?: boolean
  }[]
  consent: string
  thanks: string
}

type Traffic = {
  /** Views on an ordinary weekday at the end of the ninety days; half as many at their start. */
  views: number
  /** Views of a Saturday or Sunday, as a share of a weekday's. */
  weekend: number
  /** When most come: the hour of the local day. */
  peak: number
  /** Links pressed and contacts saved, a view. */
  clicks: number
  saves: number
  /** A day of many scans, as days before today, and how many times an ordinary day it was. */
  event: { ago: number; times: number }
  cities: [CityName, number][]
}
