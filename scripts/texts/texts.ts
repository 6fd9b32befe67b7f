// npm run texts
// Writes the catalogue of the app's texts from the sources, and prints what each language lacks, has in excess or has in a different form.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compareLanguage } from './compare-language.ts';
import { CATALOGUE, catalogueText, jsonLines, makeCatalogue } from './make-catalogue.ts';

const catalogue = makeCatalogue();
writeFileSync(`${CATALOGUE}/en.json`, catalogueText(catalogue));
for (const problem of catalogue.problems) console.log(problem);
console.log(`${catalogue.entries.size} texts.`);
for (const file of readdirSync(CATALOGUE).filter((name) => name !== 'en.json')) {
  const texts = JSON.parse(readFileSync(`${CATALOGUE}/${file}`, 'utf8'));
  const { missing, unused, wrong } = compareLanguage(file.replace('.json', ''), texts, catalogue);
  // Unused texts are removed; the order is that of the catalogue.
  const kept = [...catalogue.entries.keys()].filter((key) => Object.hasOwn(texts, key)).map((key) => [key, texts[key]] as const);
  writeFileSync(`${CATALOGUE}/${file}`, jsonLines(kept));
  console.log(`${file}: ${missing.length} missing, ${unused.length} removed, ${wrong.length} wrong.`);
  for (const line of [...missing, ...wrong]) console.log(`  ${line}`);
}
