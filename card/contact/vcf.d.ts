/** Types of the `vcf` parser, used in tests. */
declare module 'vcf' {
  type Property = { valueOf(): string; type?: string | string[]; group?: string }
  class Vcf {
    version: string
    parse(text: string): Vcf
    get(name: string): Property | Property[] | undefined
  }

  export = Vcf
}
