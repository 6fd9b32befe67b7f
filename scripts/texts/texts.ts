// npm run texts
// Writes the catalogue of the app's texts from the sources, and says what each language lacks, has in vain or has in another shape.
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
  // What nothing asks for goes; the order is that of the catalogue.
  const kept = [...catalogue.entries.keys()].filter((key) => Object.hasOwn(texts, key)).map((key) => [key, texts[key]] as const);
  writeFileSync(`${CATALOGUE}/${file}`, jsonLines(kept));
  console.log(`${file}: ${missing.length} missing, ${unused.length} removed, ${wrong.length} wrong.`);
  for (const line of [...missing, ...wrong]) console.log(`  ${line}`);
}
