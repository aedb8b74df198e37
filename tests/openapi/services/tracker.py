"""A tracker of issues: patches, nested unions, mutual recursion, maps of models, and bodies of several parameters."""

from datetime import datetime
from enum import Enum
from typing import Annotated, Any, Generic, Literal, Optional, TypeVar
from uuid import UUID

from fastapi import Body, Depends, FastAPI, Header, Path, Query
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, Json, StringConstraints

app = FastAPI(title="Tracker")
Item = TypeVar("Item")
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+$", min_length=2, max_length=12)]


class State(str, Enum):
    open = "open"
    closed = "closed"


class Label(BaseModel):
    name: Slug
    color: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] = "#ffffff"


class User(BaseModel):
    login: str
    teams: list["Team"] = []


class Team(BaseModel):
    slug: Slug
    members: dict[str, User] = {}
    parent: Optional["Team"] = None


class TextBlock(BaseModel):
    type: Literal["text"]
    text: str = Field(max_length=20)


class ListBlock(BaseModel):
    type: Literal["list"]
    ordered: bool = False
    blocks: list["Block"] = Field(max_length=2)


class ImageBlock(BaseModel):
    type: Literal["image"]
    width: int = Field(gt=0)
    height: int | None = Field(None, gt=0)


Block = Annotated[TextBlock | ListBlock | ImageBlock, Field(discriminator="type")]


class Condition(BaseModel):
    field: str
    op: Literal["=", "<", ">"] = "="
    value: int | str | list[int]


class And(BaseModel):
    all_of: list["And | Or | Condition"]


class Or(BaseModel):
    any_of: list["And | Or | Condition"]


class IssueBase(BaseModel):
    title: str = Field(min_length=1, max_length=30, examples=["Broken"])
    body: list[Block] = []
    labels: list[Label] | None = None


class IssueIn(IssueBase):
    model_config = ConfigDict(extra="forbid")
    assignee: User | None = None
    fields: dict[Slug, str | int | None] = {}
    due: datetime | None = None
    weight: Annotated[float, Field(ge=0, le=10, multiple_of=0.5)] = 1
    parent: "IssueIn | None" = None


class IssuePatch(BaseModel):
    title: str | None = None
    state: State | None = None
    labels: list[Slug] | None = Field(None, min_length=1)
    lock: bool | None = None


class IssueOut(IssueBase):
    model_config = ConfigDict(from_attributes=True)
    id: int
    state: State = State.open


class Envelope(BaseModel, Generic[Item]):
    data: Item
    meta: dict[str, Any] = {}


class Pair(BaseModel, Generic[Item]):
    first: Item
    second: Item | None = None


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    id: int


class Typed(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int]
    name: str


@app.post("/repos/{owner}/{repo}/issues", status_code=201, response_model=Envelope[IssueOut])
def add(owner: Annotated[str, Path(min_length=1, max_length=10)], repo: Slug, issue: IssueIn):
    return {"data": {"id": 1, "title": issue.title, "labels": issue.labels}}


@app.patch("/issues/{number}", response_model=IssueOut, response_model_exclude_none=True)
def patch(number: Annotated[int, Path(ge=1)], change: IssuePatch):
    return {"id": number, "title": change.title or "x"}


@app.get("/issues")
def find(
    state: State | Literal["all"] = "open",
    labels: Annotated[list[Slug], Query(max_length=2)] = [],
    since: datetime | None = None,
    author: Annotated[UUID | None, Query()] = None,
    page: Annotated[int, Query(ge=1)] = 1,
    per_page: Annotated[int, Query(ge=1, le=100)] = 30,
    desc: bool | None = None,
    accept: Annotated[list[str] | None, Header()] = None,
    x_tags: Annotated[list[int], Header()] = [],
):
    return []


@app.put("/teams/{slug}")
def put_team(slug: Slug, team: Team):
    return team


@app.post("/users")
def add_user(user: User, notify: Annotated[bool, Body()], by: Annotated[User | None, Body()] = None):
    return user


@app.post("/blocks")
def add_block(block: Annotated[Block, Body(embed=True)]):
    return block


@app.post("/search")
def search(query: And | Or | Condition, limit: int = 10):
    return []


@app.post("/pairs")
def pairs(pair: Pair[int], other: Pair[Label], words: Pair[str] | None = None):
    return None


@app.post("/envelopes")
def envelopes(all: list[Envelope[Pair[float]]]):
    return all


@app.post("/open")
def open_(value: Open) -> Open:
    return value


@app.post("/typed")
def typed(value: Typed):
    return value


@app.post("/any")
def any_(value: Any = Body()):
    return value


@app.post("/object")
def object_(value: dict, token: Annotated[object, Depends(HTTPBearer())]):
    return value


@app.post("/scalar")
def scalar(value: Annotated[int, Body(gt=1)]):
    return value


@app.post("/texts")
def texts(value: Annotated[list[str] | str, Body()]):
    return value


@app.post("/json")
def json(payload: Annotated[Json, Body(embed=True)], config: Annotated[Json[list[int]] | None, Body()] = None):
    return None


@app.delete("/issues/{number}/labels/{name}", status_code=204)
def unlabel(number: int, name: Slug):
    return None


@app.post("/bulk")
def bulk(ids: set[int], owner: Annotated[dict[UUID, list[State]], Body()], kinds: set[State] = set()):
    return None
