/** Words and names that lie near the vocabulary and mean themselves; they are never mended. */
export const REAL_WORDS: ReadonlySet<string> = new Set(
  `
    accounts adds amounts arise augusta balanced balances ball balls ban banks banky beast beat being
    bell bells bet bets bien billy bind bing bink bins blank blow boring brig brill brings briny bull
    bulls bunk bust cancels case chang changed changes charged charger charges chased chaser chases
    chaste checks chick chose christmases chuck clint cold comet confirms contacted contract contracts
    coot couldn crate created creates crete cult curt customary cute cuts daft day deadlines deb debut
    deceived deleted delivers dent dents det discord dismount dispatched dispatcher dispatches displays
    disturbs dollar drafty drat drift drifts ease edet eights emails erased eraser ever excluded exit
    fend fiend fin finds fined fins fist fitch fletch fond form fort forth forwards fridays fro fund
    gave generated generates generator gent gets given giver gives hundreds included includes issued
    issues jube knack knocks lass lasts least les lest lists lit loss lost lust mach mae maker makes
    mal male mali mare marks men mere mike millions mode moe mondays moore morse munch nest net news
    newt nude numbers opens owned owning pad pair pang parson parton patrols pell peoples performances
    persona persons phoned phones phoney pig pill pin pint plaid pleased pleases poll pong pout
    predicts prepared prepares priced prices pricey pride prince printed produced producer produces
    product projecting projects protect protected protection pulls pulp punt puts putt putz quarters
    quartet raised raises receive receiver receivers receives records registered registers registrar
    registry reindeer reminded reminding reminds removed remover removes resorts retaining revenge rise
    ruin rune rung runs runt sable safe sage sake sakes sal salem salle salve sand saturdays saved
    saver saves scale scales scrape scraps scrip seattle seconds seed seek seem seen seer sees sele sen
    sends settles sevens shard shared shares shave shaw shire shoe shore shouldn shown shows sith slave
    smee snare snow sole soles sow spend stale star starr starts statements steven stuart suave sule
    sundays tan taxi tent thane then there thin thirds thirsty thousands thrash threes threw thursdays
    thus tomorrows transfers transform trashy tree tuesdays updated updates very vie views weak
    wednesdays were wheat width wit witch withdrawals withdrawn withdrew woes wouldn writ writer writes
    wrote yearn  `
    .trim()
    .split(/\s+/),
);
