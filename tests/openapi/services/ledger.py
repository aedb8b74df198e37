"""A ledger: unions without a discriminator, strict enumerations, forms, files, and root models."""

from datetime import date
from decimal import Decimal
from enum import Enum, IntEnum
from ipaddress import IPv4Address, IPv6Address
from typing import Annotated, Literal, Union

from fastapi import Body, Depends, FastAPI, File, Form, Header, HTTPException, Path, Query, Security, UploadFile
from fastapi.responses import HTMLResponse, PlainTextResponse
from fastapi.security import APIKeyCookie, APIKeyQuery, HTTPBasic, OAuth2PasswordBearer, OAuth2PasswordRequestForm
from pydantic import AnyUrl, BaseModel, ConfigDict, EmailStr, Field, NonNegativeInt, PositiveInt, RootModel

app = FastAPI(title="Ledger")
oauth2 = OAuth2PasswordBearer(tokenUrl="token", scopes={"read": "Reads"})


class Currency(str, Enum):
    eur = "EUR"
    usd = "USD"


class Level(IntEnum):
    one = 1
    two = 2
    three = 3


class Money(BaseModel):
    model_config = ConfigDict(frozen=True)
    amount: Decimal = Field(decimal_places=2)
    currency: Currency = Currency.eur


class Person(BaseModel):
    kind: Literal["person"] = "person"
    name: str
    birthday: date | None = None


class Company(BaseModel):
    kind: Literal["company"] = "company"
    name: str
    vat: str = Field(pattern=r"^[A-Z]{2}[0-9]+$")
    owners: list[Person] = []


class Tags(RootModel[list[Annotated[str, Field(max_length=5)]]]):
    pass


class Rates(RootModel[dict[str, float]]):
    pass


class Debit(BaseModel):
    type: Literal["debit"]
    amount: Money


class Credit(BaseModel):
    type: Literal["credit", "refund"]
    amount: Money
    reason: str


class Fee(BaseModel):
    type: Literal["fee"]
    percent: float = Field(ge=0, le=1)


Movement = Annotated[Debit | Credit | Fee, Field(discriminator="type")]


class Account(BaseModel):
    model_config = ConfigDict(extra="forbid")
    owner: Person | Company
    iban: Annotated[str, Field(min_length=15, max_length=34, alias="IBAN")]
    level: Level = Level.one
    limits: dict[Currency, PositiveInt] = {}
    movements: list[Movement] = []
    tags: Tags = Tags([])
    default: Movement | None = None
    host: IPv4Address | IPv6Address | None = None
    callback: AnyUrl | None = None
    ratio: int | float = 1
    flag: bool | None = None
    mixed: Literal["a", 1, True] | None = None


class Options(BaseModel):
    color: str | None = None
    depth: int = 0


class Point(BaseModel):
    x: float
    y: float = 0.0
    label: str | None = None


class Login(BaseModel):
    model_config = ConfigDict(extra="forbid")
    username: str = Field(min_length=3)
    age: int | None = None
    roles: list[str] = []
    remember: bool = False


@app.post("/token")
def token(form: Annotated[OAuth2PasswordRequestForm, Depends()]):
    return {"access_token": "x", "token_type": "bearer"}


@app.post("/login")
def login(data: Annotated[Login, Form()]):
    return None


@app.post("/accounts", status_code=201)
def open_account(account: Account, token: Annotated[str, Security(oauth2, scopes=["read"])]) -> Account:
    return account


@app.put("/accounts/{account_id}/owner")
def set_owner(account_id: Annotated[int, Path(gt=0)], owner: Union[Person, Company, None] = None):
    return None


@app.post("/movements")
def move(movement: Movement, note: Annotated[str | None, Header(max_length=5)] = None):
    return None


@app.post("/batches")
def batch(movements: Annotated[list[Movement], Body(min_length=1, max_length=2)]):
    return None


@app.post("/tags")
def set_tags(tags: Tags):
    return tags


@app.put("/rates")
def set_rates(rates: Rates, at: date | None = None):
    return rates


@app.post("/import", status_code=202)
def import_file(
    file: UploadFile,
    currency: Annotated[Currency, Form()],
    extra: Annotated[UploadFile | None, File()] = None,
    lines: Annotated[int, Form(ge=1)] = 1,
    tags: Annotated[list[str], Form()] = [],
):
    return None


@app.post("/scans")
def scans(files: list[UploadFile], note: Annotated[str, Form(max_length=5)] = ""):
    return None


@app.post("/contact")
def contact(
    name: Annotated[str, Form()],
    email: Annotated[EmailStr, Form()],
    age: Annotated[NonNegativeInt | None, Form()] = None,
    when: Annotated[date | None, Form()] = None,
):
    return None


@app.post("/points")
def points(point: Point, options: Options, weights: tuple[float, float] = (1, 1)):
    return None


@app.get("/private", dependencies=[Depends(HTTPBasic())])
def private(n: int | None = None):
    return None


@app.get("/keyed")
def keyed(key: Annotated[str, Depends(APIKeyQuery(name="api_key"))], n: Annotated[int, Query(multiple_of=3)] = 3):
    return None


@app.get("/cookied")
def cookied(key: Annotated[str, Depends(APIKeyCookie(name="sid"))], level: Level = Level.two):
    return None


@app.get("/report", response_class=HTMLResponse)
def report(currency: Currency, year: Annotated[int, Query(ge=2000, lt=2100)]):
    return "<p>"


@app.get("/text/{name}", response_class=PlainTextResponse)
def text(name: Annotated[str, Path(min_length=2, max_length=4)], ids: Annotated[list[int | str] | None, Query()] = None):
    return "x"


@app.get("/either")
def either(
    value: int | float | bool = 1,
    when: date | int | None = None,
    code: Annotated[str | None, Query(pattern="^[a-z]+$", deprecated=True)] = None,
    flags: Annotated[list[bool], Query()] = [],
    hosts: Annotated[list[IPv4Address] | None, Query(alias="host")] = None,
):
    return None
